/// The description of a player's object that other programs read.
enum Introspection {
    private static let heading = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">

        """

    /// The description of an object that only leads to another one.
    static func node(with child: String) -> String {
        heading + "<node>\n <node name=\"\(child)\"/>\n</node>\n"
    }

    /// The description of the player's object.
    static let text: String = {
        var text = heading + "<node>\n" + standard
        for interface in MediaProperty.Interface.allCases {
            text += " <interface name=\"\(interface.rawValue)\">\n"
            for method in MediaMethod.all where method.interface == interface {
                text += "  <method name=\"\(method.name)\">\n"
                for argument in method.arguments {
                    text += "   <arg name=\"\(argument.name)\" type=\"\(argument.type)\" "
                    text += "direction=\"in\"/>\n"
                }
                text += "  </method>\n"
            }
            if interface == .player {
                text += "  <signal name=\"Seeked\">\n   <arg name=\"Position\" type=\"x\"/>\n"
                text += "  </signal>\n"
            }
            for property in MediaProperty.all where property.interface == interface {
                let access = property.command == nil ? "read" : "readwrite"
                text += "  <property name=\"\(property.name)\" type=\"\(property.signature)\" "
                text += "access=\"\(access)\">\n   <annotation name=\"org.freedesktop.DBus."
                text += "Property.EmitsChangedSignal\" value=\"\(property.announcement.rawValue)\""
                text += "/>\n  </property>\n"
            }
            text += " </interface>\n"
        }
        return text + "</node>\n"
    }()

    /// The interfaces of D-Bus itself.
    private static let standard = """
         <interface name="org.freedesktop.DBus.Introspectable">
          <method name="Introspect">
           <arg name="data" type="s" direction="out"/>
          </method>
         </interface>
         <interface name="org.freedesktop.DBus.Properties">
          <method name="Get">
           <arg name="interface" type="s" direction="in"/>
           <arg name="property" type="s" direction="in"/>
           <arg name="value" type="v" direction="out"/>
          </method>
          <method name="GetAll">
           <arg name="interface" type="s" direction="in"/>
           <arg name="properties" type="a{sv}" direction="out"/>
          </method>
          <method name="Set">
           <arg name="interface" type="s" direction="in"/>
           <arg name="property" type="s" direction="in"/>
           <arg name="value" type="v" direction="in"/>
          </method>
          <signal name="PropertiesChanged">
           <arg name="interface" type="s"/>
           <arg name="changed" type="a{sv}"/>
           <arg name="invalidated" type="as"/>
          </signal>
         </interface>

        """
}
