// Racks are values that whoever uses samplers needs.
@_exported public import Racks
