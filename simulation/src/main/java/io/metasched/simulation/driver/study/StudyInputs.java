package io.metasched.simulation.driver.study;

import io.metasched.simulation.scenario.LogFolders;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a JVM has for studies.
 *
 * @param version of the program
 * @param loader loads a study once its files are here
 * @param logs where logs are looked for before the driver is asked for them
 * @param cache the folder for files that drivers send
 * @param takesPolicies whether jars that drivers send are loaded, which are programs
 */
public record StudyInputs(
    String version,
    LoadedStudy.Loader loader,
    LogFolders logs,
    FileCache cache,
    boolean takesPolicies) {

  /** The reason why a study cannot be loaded whatever its files are. */
  Optional<String> refusal(StudySpec spec) {
    if (!spec.version().equals(version)) {
      return Optional.of(
          "it runs metasched %s, and the study is of version %s; all JVMs must be of one version"
              .formatted(version, spec.version()));
    }
    if (!spec.plugins().isEmpty() && !takesPolicies) {
      return Optional.of(
          "it takes no policies of others, as TLS is off and it listens on a network (conf/cluster.conf)");
    }
    return Optional.empty();
  }

  /** The log of that name that is here and has the right bytes. */
  Optional<Path> log(StudyFile wanted) {
    var name = Path.of(wanted.name()).getFileName();
    for (var each : new String[] {wanted.name(), String.valueOf(name)}) {
      if (logs.has(each) && FileCache.hasBytes(logs.find(each), wanted)) {
        return Optional.of(logs.find(each));
      }
    }
    return Optional.empty();
  }
}
