package io.metasched.service.start;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command that starts another JVM of this program, with the same Java and classes. */
public final class JvmCommand {
  private JvmCommand() {}

  /**
   * The words of the command.
   *
   * @param options of the JVM
   * @param words the main class and its arguments
   */
  public static List<String> of(List<String> options, List<String> words) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+UseSerialGC");
    command.add("-XX:-UsePerfData"); // a file among the temporary ones, which kill -9 leaves there
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(words);
    return command;
  }
}
