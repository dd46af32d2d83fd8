package io.metasched.metascheduler.program;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.IntSupplier;
import picocli.CommandLine;

/** Commands of a module, found by {@link java.util.ServiceLoader}. */
public interface ProgramPart {
  /**
   * Command of a module.
   *
   * @param type class with a {@link picocli.CommandLine.Command} annotation of the same name and a
   *     constructor without parameters
   */
  record Entry(CommandGroup group, String name, Class<?> type) {}

  /** Returns the commands, in the order of the help. */
  List<Entry> commands();

  /**
   * Returns the part that runs a command of this part, writes its log and reports its failures.
   *
   * @param words names of the command and of its subcommand, possibly followed by other words
   */
  default ProgramPart runner(List<String> words) {
    return this;
  }

  /** Configures the command line of a command of this part. */
  default void configure(CommandLine command) {}

  /**
   * Runs a command of this part as the task of the whole process; returns the exit code, or ends
   * the JVM with it.
   *
   * @param command function that runs the command and returns its exit code
   */
  default int process(IntSupplier command) {
    return command.getAsInt();
  }

  /**
   * Runs a command of this part and returns its exit code; exceptions are passed on.
   *
   * @param command function that runs the command and returns its exit code
   */
  default int guarded(IntSupplier command, CommandLine at) {
    return command.getAsInt();
  }

  /**
   * Reports the failure of a command of this part in one line.
   *
   * @return the exit code
   */
  int failed(Exception failure, CommandLine command);

  /**
   * Returns the re-run of a recording at a path; empty if this part cannot re-run the recording.
   *
   * @param options options of the command
   */
  default Optional<Callable<Integer>> rerun(Path path, RerunOptions options) {
    return Optional.empty();
  }

  /**
   * Options of {@code metasched rerun}.
   *
   * @param json whether to print one JSON object
   * @param plugins jars with policies
   * @param command command line for output
   */
  record RerunOptions(boolean json, List<Path> plugins, CommandLine command) {
    public RerunOptions {
      plugins = List.copyOf(plugins);
    }
  }
}
