package io.metasched.service.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Class data sharing archive of the service, with which JVMs start in half the time. */
final class ClassArchive {
  private ClassArchive() {}

  /**
   * Creates an archive with a service that only starts.
   *
   * @param folder new folder
   * @return JVM options that use the archive; empty if this JVM cannot create one
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
