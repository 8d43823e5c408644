import Foundation
import TestSupport
import Testing

/// The client modules of Examples, which are made from the OpenRPC document.
@Suite("The client modules") struct ClientModuleTests {
    private static let examples = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Examples")
    private static let clients = examples.appendingPathComponent("clients").path

    @Test(
        "are those that the document makes",
        .enabled(if: ExampleTests.isInstalled("python3"), "needs python3")
    )
    func generated() async throws {
        let folder = try TemporaryDirectory()
        let document = try await CommandRun.run(
            builtProduct("seqd"),
            ["daemon", "--print-openrpc"]
        )
        #expect(document.status == .exited(0), "\(document)")
        let made = try await CommandRun.run(
            Self.examples.path + "/make_clients.py",
            [folder.path],
            input: document.output
        )
        #expect(made.status == .exited(0), "\(made)")
        for name in ["seqd_client.py", "seqd_client.mjs"] {
            let committed = try String(
                contentsOfFile: "\(Self.clients)/\(name)",
                encoding: .utf8
            )
            let new = String(decoding: try folder.read(name), as: UTF8.self)
            #expect(
                new == committed,
                """
                Examples/clients/\(name) is not what the document makes; renew it with:
                .build/debug/seqd daemon --print-openrpc | Examples/make_clients.py
                """
            )
        }
    }

    /// The steps of each program: a command, an error, an event, and the end of the daemon.
    private static let expected = ["playing other.mid", "-32602 gain", "gain -6", "closed"]

    private func run(_ program: String, _ arguments: [String]) async throws {
        let daemon = try await DaemonRun()
        let run = try await CommandRun.run(
            "/usr/bin/env",
            [program] + arguments,
            environment: [
                "SEQD_SOCKET": daemon.socket, "PYTHONPATH": Self.clients,
                "PYTHONDONTWRITEBYTECODE": "1", "CLIENTS": Self.clients,
            ],
            directory: daemon.place.folder.path
        )
        #expect(run.status == .exited(0), "\(run)")
        let lines = run.outputText.split(separator: "\n").map(String.init)
        #expect(lines == Self.expected, "\(run)")
    }

    @Test("block in Python", .enabled(if: ExampleTests.isInstalled("python3"), "needs python3"))
    func blocking() async throws {
        try await run(
            "python3",
            [
                "-c",
                """
                import os
                from seqd_client import Client, SeqdError
                with Client(timeout=60) as seqd:
                    seqd.play(os.path.abspath("other.mid"), paused=True)
                    seqd.continue_()
                    print("playing", os.path.basename(seqd.status()["file"]))
                    try:
                        seqd.gain("loud")
                    except SeqdError as error:
                        print(error.code, error.message.split(":")[0])
                    events = seqd.events("setting")
                    seqd.gain(-6)
                    event = next(event for event in events if "strip" not in event)
                    print("gain", int(event["new"]))
                    seqd.quit()
                    for event in events:
                        pass
                    print("closed")
                """,
            ]
        )
    }

    @Test("await in Python", .enabled(if: ExampleTests.isInstalled("python3"), "needs python3"))
    func asynchronous() async throws {
        try await run(
            "python3",
            [
                "-c",
                """
                import asyncio, os
                from seqd_client import AsyncClient, SeqdError
                async def main():
                    async with AsyncClient() as seqd:
                        await seqd.play(os.path.abspath("other.mid"), paused=True)
                        # Several at a time.
                        _, status = await asyncio.gather(seqd.continue_(), seqd.status())
                        print("playing", os.path.basename(status["file"]))
                        try:
                            await seqd.gain("loud")
                        except SeqdError as error:
                            print(error.code, error.message.split(":")[0])
                        await seqd.subscribe(["setting"])
                        async def follow():
                            async for event in seqd.events():
                                if "strip" not in event:
                                    print("gain", int(event["new"]))
                                    await seqd.quit()
                        follower = asyncio.create_task(follow())
                        await asyncio.sleep(0)
                        await seqd.gain(-6)
                        await follower
                        print("closed")
                asyncio.run(main())
                """,
            ]
        )
    }

    @Test("await in JavaScript", .enabled(if: ExampleTests.isInstalled("node"), "needs node"))
    func javaScript() async throws {
        try await run(
            "node",
            [
                "--input-type=module", "-e",
                """
                import path from "node:path";
                const { Client } = await import(`${process.env.CLIENTS}/seqd_client.mjs`);
                const seqd = await Client.connect();
                await seqd.play({ path: path.resolve("other.mid"), paused: true });
                await seqd.continue();
                console.log("playing", path.basename((await seqd.status()).file));
                try {
                  await seqd.gain({ gain: "loud" });
                } catch (error) {
                  console.log(error.code, error.message.split(":")[0]);
                }
                const events = seqd.events("setting");
                const first = events.next();
                await seqd.ping();
                await seqd.gain({ gain: -6 });
                for (let next = await first; !next.done; next = await events.next()) {
                  if (next.value.strip) continue;
                  console.log("gain", next.value.new);
                  await seqd.quit();
                }
                console.log("closed");
                """,
            ]
        )
    }
}
