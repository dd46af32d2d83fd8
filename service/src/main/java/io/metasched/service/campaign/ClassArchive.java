package io.metasched.service.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The classes of a service as its JVM had them in memory: later JVMs start in half the time. */
final class ClassArchive {
  private ClassArchive() {}

  /**
   * Makes one, by a service that only starts.
   *
   * @param folder a new one
   * @return the options of the JVMs that use it; none where this JVM makes no archives
   */
  static List<String> make(Path folder) throws IOException {
    var archive = folder.resolve("classes.jsa");
    Files.createDirectories(folder);
    var conf = Files.writeString(folder.resolve("service.conf"), "metasched.service {}\n");
    var words =
        List.of(
            TestedService.class.getName(),
            conf.toString(),
            folder.resolve("data").toString(),
            "0",
            folder.resolve("clock").toString(),
            folder.resolve("home").toString());
    var log = folder.resolve("service.log");
    try (var jvm = TestedJvm.start(log, List.of("-XX:ArchiveClassesAtExit=" + archive), words)) {
      if (!jvm.says(TestedService.SERVES)) {
        throw new IOException("the service does not start: see " + log);
      }
      jvm.end();
    }
    return Files.exists(archive) ? List.of("-XX:SharedArchiveFile=" + archive) : List.of();
  }
}
