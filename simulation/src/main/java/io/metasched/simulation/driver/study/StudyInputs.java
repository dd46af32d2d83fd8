package io.metasched.simulation.driver.study;

import io.metasched.simulation.scenario.LogFolders;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Inputs of a JVM for studies.
 *
 * @param version version of the program
 * @param loader loads a study after its files have arrived
 * @param logs folders that are searched for logs before the driver is asked for them
 * @param cache cache of files that drivers send
 * @param takesPolicies whether to load jars that drivers send, which are programs
 */
public record StudyInputs(
    String version,
    LoadedStudy.Loader loader,
    LogFolders logs,
    FileCache cache,
    boolean takesPolicies) {

  /**
   * Returns the reason why a study cannot be loaded regardless of its files; empty if there is
   * none.
   */
  Optional<String> refusal(StudySpec spec) {
    if (!spec.version().equals(version)) {
      return Optional.of(
          "it runs metasched %s, but the study is of version %s; all JVMs must be of one version"
              .formatted(version, spec.version()));
    }
    if (!spec.plugins().isEmpty() && !takesPolicies) {
      return Optional.of(
          "it accepts no policies from others, because TLS is off and it listens on a"
              + " network (conf/cluster.conf)");
    }
    return Optional.empty();
  }

  /** Returns the local log with the requested name and content. */
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
