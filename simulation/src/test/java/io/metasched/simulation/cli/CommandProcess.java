package io.metasched.simulation.cli;

import io.metasched.metascheduler.program.Metasched;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A command line in a JVM of its own. */
final class CommandProcess {
  private CommandProcess() {}

  /**
   * Starts {@code metasched} with these arguments in a folder, whose files {@code stdout} and
   * {@code stderr} have what it says.
   */
  static Process start(Path folder, List<String> arguments) throws IOException {
    return start(folder, Map.of(), arguments);
  }

  /**
   * The same with more in its environment.
   *
   * @param environment variables and their values
   */
  static Process start(Path folder, Map<String, String> environment, List<String> arguments)
      throws IOException {
    return start(folder, CommandRun.projectRoot(), List.of(), environment, arguments);
  }

  /**
   * The same where the program is installed in another folder.
   *
   * @param options of the JVM
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
    command.add("-XX:TieredStopAtLevel=1"); // it does not live long enough for more to pay
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
