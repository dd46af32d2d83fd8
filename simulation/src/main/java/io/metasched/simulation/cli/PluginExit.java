package io.metasched.simulation.cli;

import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.simulation.rows.ResultFolder;
import io.metasched.simulation.scenario.Plugins;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Detection of a plug-in that ends the program ({@code System.exit}). It reports the plug-in,
 * deletes unfinished results, and ends the program as after a failed run, regardless of the exit
 * code that the plug-in chose.
 */
final class PluginExit {
  private static final ConcurrentLinkedDeque<ResultFolder> UNFINISHED =
      new ConcurrentLinkedDeque<>();

  private PluginExit() {}

  /** Watches the plug-ins until the program ends. */
  static void watch(Plugins plugins) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> report(plugins), "report-plug-in"));
  }

  /** Registers a folder that is deleted if a plug-in ends the program. */
  static void discards(ResultFolder folder) {
    UNFINISHED.add(folder);
  }

  private static void report(Plugins plugins) {
    for (var stack : Thread.getAllStackTraces().entrySet()) {
      var culprit = endedBy(stack.getValue());
      if (culprit.isPresent()) {
        var type = culprit.get().getClassName();
        var what =
            plugins
                .calls()
                .of(stack.getKey())
                .orElseGet(() -> "plug-in " + plugins.jarOf(type).orElse("?"));
        System.err.println(
            "metasched: the run failed: %s: class %s ended the program (System.exit)"
                .formatted(PrintableText.line(what), PrintableText.line(type)));
        UNFINISHED.forEach(ResultFolder::close);
        Runtime.getRuntime().halt(ExitCode.FAILED);
      }
    }
  }

  /**
   * Returns the plug-in's call that is ending the program in a thread's {@code stack}, if there is
   * one.
   */
  private static Optional<StackTraceElement> endedBy(StackTraceElement[] stack) {
    Predicate<StackTraceElement> ends =
        call ->
            call.getClassName().equals("java.lang.Runtime") && call.getMethodName().equals("exit");
    return Stream.of(stack).anyMatch(ends)
        ? Stream.of(stack)
            .filter(call -> Plugins.LOADER.equals(call.getClassLoaderName()))
            .findFirst()
        : Optional.empty();
  }
}
