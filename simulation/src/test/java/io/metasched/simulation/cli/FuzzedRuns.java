package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.program.Metasched;
import io.metasched.simulation.input.InputFaults;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import picocli.CommandLine;

/**
 * Runner of command lines drawn from seeds. It runs them one after another in this JVM and collects
 * violations: an exit code other than 0, 1 and 2; more than one line on standard error, or a line
 * that names an exception; a file left behind; more than two seconds of processor time. Processor
 * time does not depend on other load on the machine.
 */
final class FuzzedRuns {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long MOST_NANOS = 2_000_000_000L;
  private static final int MOST_FINDINGS = 20;

  /**
   * Number of cases that reuse one command line object; the creation of the object takes most of
   * the time of a case.
   */
  private static final int REUSED = 100;

  /** Command line, with the files that it reads and that may stay. */
  record Case(List<?> line, List<Path> kept) {}

  private record Ended(int exit, String out, String err, long nanos) {}

  private final Path folder;
  private final Path out;
  private final List<String> findings = new ArrayList<>();
  private final TreeMap<Integer, Integer> exits = new TreeMap<>();
  private CommandLine commandLine = Metasched.commandLine();
  private long nanos;
  private long mostNanos;
  private String slowest = "";

  /**
   * @param folder folder of the files that cases read and write
   * @param out folder that cases may write to if they are not rejected
   */
  FuzzedRuns(Path folder, Path out) {
    this.folder = folder;
    this.out = out;
    System.setProperty("metasched.home", CommandRun.projectRoot().toString());
  }

  /**
   * Runs {@code count} cases, prints a summary, and fails with the first violations. The seed of
   * each case is one more than that of the previous case, so that a single case can be repeated.
   */
  void hold(String what, long seed, int count, Function<SplittableRandom, Case> drawn)
      throws IOException {
    for (int n = 0; n < count && findings.size() < MOST_FINDINGS; n++) {
      if (n % REUSED == 0) {
        commandLine = Metasched.commandLine();
      }
      hold(seed + n, drawn.apply(new SplittableRandom(seed + n)));
    }
    System.out.printf(
        "%,d %s from seed %d: exit codes %s, %,d ms of processor time; the slowest took %,d ms:"
            + " %s%n",
        count, what, seed, exits, nanos / 1_000_000, mostNanos / 1_000_000, slowest);
    assertThat(findings).isEmpty();
  }

  private void hold(long seed, Case drawn) throws IOException {
    var line = drawn.line();
    var ended = run(line);
    exits.merge(ended.exit(), 1, Integer::sum);
    nanos += ended.nanos();
    if (ended.nanos() > mostNanos) {
      mostNanos = ended.nanos();
      slowest = "seed " + seed + ", " + shortened(String.valueOf(line));
    }
    var left = left(ended, drawn.kept());
    var wrong = wrong(line, ended) + left;
    if (!wrong.isEmpty()) {
      var finding = "seed %d: %s%n%s%n%s".formatted(seed, wrong, said(line), ended);
      System.out.println(finding);
      findings.add(finding);
    }
  }

  private Ended run(List<?> line) {
    var stdout = new StringWriter();
    var stderr = new StringWriter();
    commandLine.setOut(new PrintWriter(stdout)).setErr(new PrintWriter(stderr));
    var texts = line.stream().map(String::valueOf).toArray(String[]::new);
    long begun = THREADS.getCurrentThreadCpuTime();
    int exit = commandLine.execute(texts);
    long took = THREADS.getCurrentThreadCpuTime() - begun;
    return new Ended(exit, stdout.toString(), stderr.toString(), took);
  }

  private static String wrong(List<?> line, Ended ended) {
    var err = ended.err();
    var wrong = new StringBuilder();
    if (ended.exit() < 0 || ended.exit() > 2) {
      wrong.append("exit code ").append(ended.exit()).append("; ");
    }
    if (err.contains("Exception") || err.contains("\u001b")) {
      wrong.append("unprintable, or an exception; ");
    }
    if (ended.exit() != 0) {
      var lines = err.lines().toList();
      boolean isReported = ended.exit() == 1 && !ended.out().isEmpty();
      boolean lists = line.get(0).equals("validate"); // validate lists the first errors of a file
      int least = isReported ? 0 : 1;
      int most = isReported ? 0 : lists ? InputFaults.MOST : 1;
      if (lines.size() < least || lines.size() > most) {
        wrong.append(lines.size()).append(" lines on standard error; ");
      }
      if (!lines.stream().allMatch(each -> each.startsWith("metasched: "))) {
        wrong.append("a line that is not the program's; ");
      }
    }
    // runs may take as long as their work; a command that is rejected or only reads may not
    boolean runs = ended.exit() != 2 && !line.get(0).equals("validate");
    if (ended.nanos() > MOST_NANOS && !runs) {
      wrong.append(ended.nanos() / 1_000_000).append(" ms; ");
    }
    return wrong.toString();
  }

  /** Deletes and returns the files that the case should not have left behind. */
  private String left(Ended ended, List<Path> kept) throws IOException {
    var left = new StringBuilder();
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        if (file.equals(folder) || kept.contains(file)) {
          continue;
        }
        if (ended.exit() == 2 || !file.startsWith(out)) {
          left.append("left ").append(file).append("; ");
        }
        Files.delete(file);
      }
    }
    return left.toString();
  }

  private static String shortened(String text) {
    return text.length() > 200 ? text.substring(0, 200) + "..." : text;
  }

  /** Returns the command line, with the text of the file that it names. */
  private static String said(List<?> line) {
    var text = new StringBuilder(String.join(" ", line.stream().map(String::valueOf).toList()));
    for (var word : line) {
      if (word instanceof Path path && Files.isRegularFile(path)) {
        try {
          text.append('\n').append(Files.readString(path));
        } catch (IOException unreadable) {
          text.append("\n(its file is no text)");
        }
      }
    }
    return text.toString();
  }
}
