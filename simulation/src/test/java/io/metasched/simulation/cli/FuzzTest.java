package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.input.InputFaults;
import io.metasched.simulation.system.Systems;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Scenarios, logs and command lines that nobody would write: each ends with exit code 0, 1 or 2,
 * with at most one line on standard error unless it is done, and leaves nothing behind. Time is
 * that of the processor, which does not depend on what else a machine does. The counts are
 * properties of the JVM: {@code -Dtests.fuzz.scenarios=1000000}, {@code logs}, {@code commands},
 * {@code seed}.
 */
@Tag("slow")
final class FuzzTest {
  private static final int SCENARIOS = Integer.getInteger("tests.fuzz.scenarios", 5_000);
  private static final int LOGS = Integer.getInteger("tests.fuzz.logs", 5_000);
  private static final int COMMAND_LINES = Integer.getInteger("tests.fuzz.commands", 1_000);
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long SEED = Long.getLong("tests.fuzz.seed", 1);

  private static final List<String> HOSTILE =
      List.of(
          "null",
          "{}",
          "[]",
          "[[]]",
          "[null]",
          "\"\"",
          "-1",
          "0",
          "1",
          "2.5",
          "1e308",
          "1e-308",
          "NaN",
          "Infinity",
          "-0",
          "9223372036854775807",
          "99999999999999999999",
          "0x10",
          "true",
          "on",
          "{a=1}",
          "[1,2,3]",
          "[\"a\",\"a\"]",
          "\"\\u0000\"",
          "\"\\u001b[31m\"",
          "\"%s%n$1\"",
          "../../etc/passwd",
          "/dev/zero",
          "/dev/null",
          "${HOME}",
          "include \"x\"",
          "[1-",
          "1-0",
          "-9223372036854775808",
          "ü",
          "\"\ud83d\ude00\"",
          "css",
          "log",
          "engine",
          "[css,css]",
          "[{count=1,speed=0}]",
          "1e400",
          "0.0000000001",
          "3 3",
          "\"" + "x".repeat(5000) + "\"");

  @TempDir private Path folder;
  private SplittableRandom random = new SplittableRandom(SEED);
  private final StringBuilder slow = new StringBuilder();

  @BeforeEach
  void draw() {
    random = new SplittableRandom(SEED);
  }

  @Test
  void scenarios() throws IOException {
    var file = folder.resolve("fuzzed.conf");
    var texts =
        Systems.SCENARIOS.packedNames().stream()
            .map(name -> Systems.SCENARIOS.packed(name).render())
            .toList();
    for (int n = 0; n < SCENARIOS; n++) {
      // what is half a character is written as a question mark
      Files.write(
          file, scenario(texts.get(random.nextInt(texts.size()))).getBytes(StandardCharsets.UTF_8));
      holds(List.of("validate", file), List.of(file));
    }
    assertThat(slow).isEmpty();
  }

  private String scenario(String text) {
    var lines = new ArrayList<>(text.lines().toList());
    for (int change = random.nextInt(1, 4); change > 0; change--) {
      int at = random.nextInt(lines.size());
      var line = lines.get(at);
      int equals = Math.max(line.indexOf('='), line.indexOf('{'));
      switch (random.nextInt(6)) {
        case 0 -> lines.remove(at);
        case 1 -> lines.add(at, lines.get(random.nextInt(lines.size())));
        case 2 -> lines.set(at, noise(line));
        default -> {
          if (equals > 0) {
            lines.set(at, line.substring(0, equals).strip() + " = " + hostile());
          }
        }
      }
      if (lines.isEmpty()) {
        lines.add("");
      }
    }
    return String.join("\n", lines);
  }

  private String hostile() {
    return HOSTILE.get(random.nextInt(HOSTILE.size()));
  }

  /** A line with a few characters changed. */
  private String noise(String line) {
    var text = new StringBuilder(line);
    for (int change = random.nextInt(1, 5); change > 0; change--) {
      int at = random.nextInt(text.length() + 1);
      if (random.nextBoolean() && at < text.length()) {
        text.deleteCharAt(at);
      } else {
        text.insert(
            at,
            (char) (random.nextInt(8) == 0 ? random.nextInt(1, 0xd000) : random.nextInt(9, 127)));
      }
    }
    return text.toString();
  }

  @Test
  void logs() throws IOException {
    var file = folder.resolve("fuzzed.swf");
    for (int n = 0; n < LOGS; n++) {
      Files.write(file, log());
      boolean runs = random.nextInt(20) == 0;
      var out = folder.resolve("out");
      holds(
          runs
              ? List.of("replay", file, "--policy", "easy", "--out", out)
              : List.of("validate", "replay", "--trace", file),
          List.of(file));
    }
    assertThat(slow).isEmpty();
  }

  private byte[] log() {
    var text = new StringBuilder();
    var header = random.nextInt(3) == 0 ? hostile() : "8";
    text.append("; MaxProcs: ").append(header).append('\n');
    int jobs = random.nextInt(12);
    for (int job = 1; job <= jobs; job++) {
      var fields = new ArrayList<String>();
      for (int field = 0; field < 18; field++) {
        fields.add(field == 0 ? "" + job : field == 1 ? "" + 10 * job : "" + random.nextInt(1, 9));
      }
      if (random.nextInt(3) == 0) {
        fields.set(random.nextInt(18), random.nextBoolean() ? hostile() : "-" + random.nextLong());
      }
      if (random.nextInt(20) == 0) {
        fields.remove(random.nextInt(18));
      }
      text.append(String.join(" ", fields)).append(random.nextInt(30) == 0 ? "\r" : "\n");
    }
    var bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    for (int change = random.nextInt(3); change > 0 && bytes.length > 0; change--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    if (random.nextInt(50) == 0) { // as one that says it is compressed
      bytes[0] = 0x1f;
      bytes[Math.min(1, bytes.length - 1)] = (byte) 0x8b;
    }
    return bytes;
  }

  @Test
  void commandLines() throws IOException {
    var small = folder.resolve("small.conf");
    Files.writeString(
        small, "nodes.count = 8\njobs.per-cycle = 2\ntime.cycles = 1\npolicies = [fcfs]\n");
    var result = folder.resolve("result");
    assertThat(CommandRun.of("simulate", small, "--out", result).exit()).isZero();
    var words = new ArrayList<Object>(words(small, result));
    var kept = CommandRun.content(folder);
    for (int n = 0; n < COMMAND_LINES; n++) {
      var line = new ArrayList<Object>();
      line.add(COMMANDS.get(random.nextInt(COMMANDS.size())));
      for (int more = random.nextInt(7); more > 0; more--) {
        line.add(random.nextInt(4) == 0 ? hostile() : words.get(random.nextInt(words.size())));
      }
      if (List.of("simulate", "sweep", "replay").contains(line.get(0))) {
        line.addAll(List.of("--out", folder.resolve("out")));
      }
      holds(line, kept);
    }
    assertThat(slow).isEmpty();
  }

  private static final List<String> COMMANDS =
      List.of(
          "simulate",
          "validate",
          "check",
          "explain",
          "compare",
          "rerun",
          "policies",
          "sweep",
          "replay",
          "help",
          "",
          "--version",
          "simulat",
          "generate",
          "node");

  private List<Object> words(Path small, Path result) {
    return List.of(
        small,
        small,
        result,
        result,
        folder,
        "--policy",
        "fcfs",
        "css",
        "--seed",
        "7",
        "--cycles",
        "1",
        "--set",
        "seed=3",
        "nodes.count=4",
        "--json",
        "--driver",
        "engine",
        "actors",
        "--help",
        "--over",
        "jobs.per-cycle=1,2",
        "--replications",
        "1",
        "--threads",
        "2",
        "--plugins",
        "list",
        "nodes.count",
        "--trace",
        "--jobs",
        "1-5",
        "--nodes",
        "3",
        "--print",
        "--",
        "@x");
  }

  /** Runs a command line, and holds it to what every command line is held to. */
  private void holds(List<?> line, List<Path> kept) throws IOException {
    long begun = THREADS.getCurrentThreadCpuTime();
    var run = CommandRun.of(line.toArray());
    long millis = (THREADS.getCurrentThreadCpuTime() - begun) / 1_000_000;
    if (millis > 2000 && run.exit() != 0) { // what is refused is refused at once
      slow.append(millis).append(" ms: ").append(said(line)).append('\n');
    }
    assertThat(run.exit()).as(said(line)).isBetween(0, 2);
    if (run.exit() != 0) {
      boolean reported = run.exit() == 1 && !run.out().isEmpty();
      boolean lists = line.get(0).equals("validate"); // the first faults of a file
      assertThat(run.err().lines())
          .as("%s: %s", said(line), run.err())
          .hasSizeBetween(reported ? 0 : 1, reported ? 0 : lists ? InputFaults.MOST : 1)
          .allMatch(each -> each.startsWith("metasched: "));
    }
    assertThat(run.err()).as(said(line)).doesNotContain("Exception", "\u001b");
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        boolean isNew = !kept.contains(file) && !file.equals(folder);
        boolean isOut = file.startsWith(folder.resolve("out"));
        assertThat(isNew && !(isOut && run.exit() != 2)).as("%s: %s", said(line), file).isFalse();
        if (isNew) {
          Files.delete(file);
        }
      }
    }
  }

  private static String said(List<?> line) {
    var text = String.join(" ", line.stream().map(String::valueOf).toList());
    var last = line.isEmpty() ? "" : String.valueOf(line.get(line.size() - 1));
    try {
      var file = Path.of(last);
      return Files.isRegularFile(file) ? text + "\n" + Files.readString(file) : text;
    } catch (IOException | RuntimeException unreadable) {
      return text;
    }
  }
}
