package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.system.Systems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random scenarios, logs and command lines. Each ends promptly with exit code 0, 1 or 2, prints one
 * line to standard error if it is rejected, and leaves no files. The numbers of cases are system
 * properties: {@code -Dfuzz.scenarios=1000000}, {@code fuzz.logs}, {@code fuzz.commands}; {@code
 * fuzz.seed} is the seed of the first case.
 */
@Tag("slow")
@Tag("fuzz")
final class FuzzTest {
  private static final int SCENARIOS = Integer.getInteger("fuzz.scenarios", 10_000);
  private static final int LOGS = Integer.getInteger("fuzz.logs", 10_000);
  private static final int COMMAND_LINES = Integer.getInteger("fuzz.commands", 10_000);
  private static final long SEED = Long.getLong("fuzz.seed", 1);

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

  /** Packed scenarios that read a log. */
  private static final List<String> OF_LOGS = List.of("trace", "replay");

  private static final List<String> SACCT_COLUMNS =
      List.of("JobID", "Submit", "Start", "End", "Elapsed", "NCPUS", "Timelimit", "State", "User");

  private static final List<String> SACCT_IDS =
      List.of("1", "2", "2.batch", "3", "3.0", "4_1", "4_[2-9]", "5+1", "5+1.0", "6", "7", "8");

  private static final String SMALL_LOG =
      "; MaxProcs: 8\n1 0 0 9 2 9 -1 2 9 -1 1 1 1 1 1 1 -1 -1\n";

  @TempDir private Path folder;
  private SplittableRandom random = new SplittableRandom(SEED);

  @Test
  void scenarios() throws IOException {
    var file = folder.resolve("fuzzed.conf");
    var log = Files.writeString(folder.resolve("small.swf"), SMALL_LOG);
    var names = Systems.SCENARIOS.packedNames();
    var packed = names.stream().map(Systems.SCENARIOS::packed).toList();
    var texts = packed.stream().map(ScenarioText::render).toList();
    var paths = packed.stream().map(text -> paths(text.config().root())).toList();
    hold(
        "scenarios",
        SCENARIOS,
        () -> {
          int drawn = random.nextInt(texts.size());
          write(file, bytes(scenario(texts.get(drawn), paths.get(drawn))));
          var line = new ArrayList<Object>(List.of("validate", file));
          if (OF_LOGS.contains(names.get(drawn))) {
            line.addAll(List.of("--trace", log));
          }
          return new FuzzedRuns.Case(line, List.of(file, log));
        });
  }

  /** Runs {@code count} cases, each drawn from its own seed. */
  private void hold(String what, int count, Supplier<FuzzedRuns.Case> drawn) throws IOException {
    var runs = new FuzzedRuns(folder, folder.resolve("out"));
    runs.hold(
        what,
        SEED,
        count,
        own -> {
          random = own;
          return drawn.get();
        });
  }

  /** Encodes the text; half of a surrogate pair becomes a question mark. */
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void write(Path file, byte[] bytes) {
    try {
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the keys below a section and the sections that contain them. */
  private static List<String> paths(ConfigObject section) {
    var paths = new ArrayList<String>();
    for (var key : section.keySet().stream().sorted().toList()) {
      var path = ConfigUtil.joinPath(key);
      paths.add(path);
      if (section.get(key) instanceof ConfigObject inner) {
        paths(inner).forEach(each -> paths.add(path + "." + each));
      }
    }
    return paths;
  }

  private String scenario(String text, List<String> paths) {
    var lines = new ArrayList<>(text.lines().toList());
    for (int change = random.nextInt(1, 4); change > 0; change--) {
      int at = random.nextInt(lines.size());
      var line = lines.get(at);
      int equals = Math.max(line.indexOf('='), line.indexOf('{'));
      switch (random.nextInt(8)) {
        case 0 -> lines.remove(at);
        case 1 -> lines.add(at, lines.get(random.nextInt(lines.size())));
        case 2 -> lines.set(at, noise(line));
        case 3 -> lines.add(any(paths) + " = " + hostile()); // may replace a whole section
        case 4 -> lines.add(any(paths) + "." + any(paths) + " = " + hostile());
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
    return any(HOSTILE);
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  /** Returns a line with a few characters changed. */
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
    hold(
        "logs",
        LOGS,
        () -> {
          write(file, log());
          boolean runs = random.nextInt(20) == 0;
          List<?> line =
              runs
                  ? List.of("replay", file, "--policy", "easy", "--out", folder.resolve("out"))
                  : List.of("validate", "replay", "--trace", file);
          return new FuzzedRuns.Case(line, List.of(file));
        });
  }

  /** Returns a log of some jobs; errors are so rare that many logs are read completely. */
  private byte[] log() {
    var text = new StringBuilder();
    text.append("; MaxProcs: ").append(random.nextInt(6) == 0 ? hostile() : "8").append('\n');
    int jobs = random.nextInt(12);
    for (int job = 1; job <= jobs; job++) {
      var fields = new ArrayList<String>();
      for (int field = 0; field < 18; field++) {
        fields.add(field == 0 ? "" + job : field == 1 ? "" + 10 * job : number());
      }
      if (random.nextInt(20) == 0) {
        fields.set(random.nextInt(18), random.nextBoolean() ? hostile() : "" + random.nextLong());
      }
      if (random.nextInt(200) == 0) {
        fields.remove(random.nextInt(18));
      }
      text.append(String.join(" ", fields)).append(random.nextInt(30) == 0 ? "\r" : "\n");
    }
    var bytes = bytes(text.toString());
    int changes = random.nextInt(4) == 0 ? random.nextInt(1, 4) : 0;
    for (int change = 0; change < changes; change++) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    if (random.nextInt(50) == 0) { // the magic number of gzip
      bytes[0] = 0x1f;
      bytes[Math.min(1, bytes.length - 1)] = (byte) 0x8b;
    }
    return bytes;
  }

  @Test
  void outputOfSacct() throws IOException {
    var file = folder.resolve("fuzzed.txt");
    hold(
        "outputs of sacct",
        LOGS,
        () -> {
          write(file, sacct());
          boolean runs = random.nextInt(20) == 0;
          List<?> line =
              runs
                  ? List.of("replay", file, "--policy", "easy", "--out", folder.resolve("out"))
                  : List.of("validate", "replay", "--trace", file);
          return new FuzzedRuns.Case(line, List.of(file));
        });
  }

  /** Returns sacct output with any number of columns in any order, and lines of jobs and steps. */
  private byte[] sacct() {
    var names = new ArrayList<>(SACCT_COLUMNS);
    for (int drop = random.nextInt(8) == 0 ? 3 : random.nextInt(2); drop > 0; drop--) {
      names.remove(random.nextInt(names.size()));
    }
    names.add(random.nextInt(names.size()), names.remove(random.nextInt(names.size())));
    var text = new StringBuilder(String.join("|", names)).append('\n');
    for (int line = random.nextInt(12); line > 0; line--) {
      var cells = new ArrayList<String>();
      names.forEach(name -> cells.add(sacctCell(name)));
      if (random.nextInt(20) == 0) {
        cells.set(random.nextInt(cells.size()), hostile());
      }
      text.append(String.join("|", cells)).append(random.nextInt(30) == 0 ? "|\r" : "\n");
    }
    var bytes = bytes(text.toString());
    if (random.nextInt(4) == 0) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }

  private String sacctCell(String column) {
    return switch (column) {
      case "JobID" -> any(SACCT_IDS);
      case "Submit" -> any(List.of("0", "10", "2024-03-01T10:00:00"));
      case "Start", "End" -> any(List.of("20", "90", "Unknown", "None", "", "2024-03-01T10:09:00"));
      case "Elapsed", "Timelimit" -> any(List.of("00:00:30", "1-00:00:00", "UNLIMITED", "02:00"));
      case "NCPUS" -> any(List.of("1", "2", "8", "0", ""));
      default -> any(List.of("COMPLETED", "CANCELLED by 7", "RUNNING", "anna", ""));
    };
  }

  private String number() {
    return switch (random.nextInt(40)) {
      case 0 -> "0";
      case 1, 2, 3 -> "-1";
      case 4 -> "" + random.nextInt(10_000);
      case 5 -> random.nextInt(8) == 0 ? random.nextInt(9) + ".5" : "" + random.nextInt(100);
      default -> "" + random.nextInt(1, 9);
    };
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
    hold("command lines", COMMAND_LINES, () -> new FuzzedRuns.Case(commandLine(words), kept));
  }

  private List<Object> commandLine(List<Object> words) {
    var line = new ArrayList<Object>();
    line.add(any(COMMANDS));
    for (int more = random.nextInt(7); more > 0; more--) {
      line.add(random.nextInt(4) == 0 ? hostile() : any(words));
    }
    if (List.of("simulate", "sweep", "replay").contains(line.get(0))) {
      line.addAll(List.of("--out", folder.resolve("out")));
    }
    return line;
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
}
