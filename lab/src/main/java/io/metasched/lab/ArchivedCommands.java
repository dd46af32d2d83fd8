package io.metasched.lab;

import io.metasched.metascheduler.program.Metasched;
import io.metasched.service.config.ServiceSettings;
import io.metasched.service.run.FakeExecutor;
import io.metasched.service.run.FakeRun;
import io.metasched.service.start.LiveService;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/**
 * Commands whose classes are in the jar's class data archive. A JVM that runs this class with
 * {@code -XX:ArchiveClassesAtExit} writes the archive.
 */
public final class ArchivedCommands {
  private ArchivedCommands() {}

  /**
   * Runs the commands against a service, whose classes are archived as well. The argument is a new
   * folder.
   */
  public static void main(String[] folder) {
    var data = Path.of(folder[0]).toAbsolutePath();
    var clock = Clock.systemUTC();
    var settings = ServiceSettings.read(Optional.empty(), Optional.of(data), Optional.of(0), data);
    var executor = new FakeExecutor(clock, spec -> FakeRun.instant());
    var service = LiveService.start(settings, clock, "", (own, time) -> executor);
    var url = "--url=" + service.url();
    var token = "--token-file=" + data.resolve("tokens/user1");
    run("--help");
    run("nothing"); // is refused
    run("submit", url, token, "--", "true");
    run("queue", url, token);
    run("status", url, token);
    Metasched.main(new String[] {"queue", url, token, "--json"}); // exits
  }

  private static void run(String... words) {
    var nowhere = new PrintWriter(Writer.nullWriter());
    Metasched.commandLine().setOut(nowhere).setErr(nowhere).execute(words);
  }
}
