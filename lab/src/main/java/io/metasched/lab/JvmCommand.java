package io.metasched.lab;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command that starts another JVM of this program, with the same Java installation and classes. */
public final class JvmCommand {
  private static final List<String> OF_ARCHIVE =
      List.of(
          "-XX:SharedArchiveFile=",
          "-Xlog:cds",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:ArchiveRelocationMode=");

  private JvmCommand() {}

  /**
   * Returns the words of the command line.
   *
   * @param options JVM options
   * @param words main class and its arguments
   */
  public static List<String> of(List<String> options, List<String> words) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+UseSerialGC");
    command.add("-XX:-UsePerfData"); // its temporary file would remain after SIGKILL
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(JvmCommand::isOfArchive)
        .forEach(command::add);
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(words);
    return command;
  }

  /**
   * Returns whether a JVM option loads classes from an archive, which is valid only for this class
   * path.
   */
  private static boolean isOfArchive(String option) {
    return OF_ARCHIVE.stream().anyMatch(option::startsWith);
  }
}
