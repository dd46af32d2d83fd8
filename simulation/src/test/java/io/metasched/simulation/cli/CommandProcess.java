package io.metasched.simulation.cli;

import io.metasched.metascheduler.program.Metasched;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Command line run in a separate JVM. */
final class CommandProcess {
  private CommandProcess() {}

  /**
   * Starts {@code metasched} with the given arguments in a folder. Its output is written to the
   * files {@code stdout} and {@code stderr} of that folder.
   */
  static Process start(Path folder, List<String> arguments) throws IOException {
    return start(folder, Map.of(), arguments);
  }

  /**
   * Starts {@code metasched} in a folder with additional environment variables.
   *
   * @param environment variables and their values
   */
  static Process start(Path folder, Map<String, String> environment, List<String> arguments)
      throws IOException {
    return start(folder, CommandRun.projectRoot(), List.of(), environment, arguments);
  }

  /**
   * Starts {@code metasched} in a folder, with {@code home} as its installation folder.
   *
   * @param options options of the JVM
   */
  static Process start(Path folder, Path home, List<String> options, List<String> arguments)
      throws IOException {
    return start(folder, home, options, Map.of(), arguments);
  }

  private static Process start(
      Path folder,
      Path home,
      List<String> options,
      Map<String, String> environment,
      List<String> arguments)
      throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    var command = new ArrayList<>(List.of(java, "-Xmx256m", "-XX:+UseSerialGC", "-Xshare:auto"));
    command.add("-XX:TieredStopAtLevel=1"); // more compilation would not pay off
    command.add("-Dmetasched.home=" + home);
    command.add("-Dlogback.configurationFile=" + CommandRun.projectRoot() + "/conf/logback.xml");
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, Metasched.class.getName()));
    command.addAll(arguments);
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().putAll(environment);
    return builder
        .redirectOutput(folder.resolve("stdout").toFile())
        .redirectError(folder.resolve("stderr").toFile())
        .start();
  }
}
