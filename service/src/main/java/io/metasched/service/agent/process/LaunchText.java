package io.metasched.service.agent.process;

import io.metasched.service.run.CommandTexts;
import io.metasched.service.run.JobVariable;
import io.metasched.service.run.RunSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Input of a supervisor's shells: the settings of the supervisor, and the launch script, which
 * replaces itself by the command (exec). The script is passed through standard input, so that
 * process lists show no variables and only the command's own arguments.
 *
 * @param folder future folder of the run
 */
record LaunchText(RunSpec spec, Isolation isolation, ExecutorSettings settings, Path folder) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final long BLOCK = 512;
  private static final long KIB = 1024;

  /** Returns the reason why a shell cannot run a spec, if any. */
  static Optional<String> refusal(RunSpec spec) {
    for (var name : spec.environment().keySet()) {
      if (!NAME.matcher(name).matches()) {
        return Optional.of(
            "environment: allowed are names of letters, digits and _, given was '%s'"
                .formatted(name));
      }
    }
    if (holdsNul(spec.command())
        || holdsNul(List.copyOf(spec.environment().values()))
        || holdsNul(spec.chdir().stream().toList())) {
      return Optional.of("a command and its variables cannot contain the character NUL");
    }
    var tooLong =
        CommandTexts.commandFault(spec.command())
            .or(() -> CommandTexts.environmentFault(spec.environment()));
    if (tooLong.isPresent()) {
      return tooLong;
    }
    var program = spec.command().get(0);
    if (program.isEmpty() || program.startsWith("-")) {
      return Optional.of(
          "command: allowed is a name that does not begin with '-', given was '%s'"
              .formatted(program));
    }
    return Optional.empty();
  }

  private static boolean holdsNul(List<String> texts) {
    return texts.stream().anyMatch(text -> text.indexOf('\0') >= 0);
  }

  /** Returns the settings as assignments of numbers and fixed words, without any user text. */
  String settings(List<String> drop) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("folder", quoted(folder.toString()));
    all.put("begin", millis(spec.windowStart()));
    all.put("tolerance", millis(settings.startTolerance()));
    all.put("end", millis(spec.windowEnd()));
    all.put("grace", millis(spec.grace()));
    all.put("warn", spec.warnBeforeEnd().map(LaunchText::millis).orElse(""));
    all.put("namespace", isolation.namespace().name().toLowerCase(java.util.Locale.ROOT));
    all.put("proc", isolation.ownProcesses() ? "yes" : "no");
    all.put("death", isolation.diesWithSupervisor() ? "yes" : "no");
    all.put("drop", quoted(String.join(" ", drop(drop))));
    all.put("network", quoted(settings.networks().of(spec.node())));
    all.put("output", String.valueOf(Math.max(1, settings.outputBytes() / BLOCK)));
    all.put("memory", memory());
    all.put("processes", String.valueOf(processes()));
    all.put("ipc", String.valueOf(settings.bounds().memoryFileBytes() / Mounts.PAGE));
    all.put(
        "cgroup",
        isolation
            .cgroup()
            .map(group -> quoted(group.resolve("run-" + spec.id()).toString()))
            .orElse(""));
    return all.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue() + "\n")
        .collect(Collectors.joining());
  }

  /**
   * Returns the memory limit. Without a cgroup, the limit applies to each process alone, and only
   * if the job requests a limit.
   */
  private String memory() {
    var asked = spec.limits().memoryBytes();
    long most = settings.memoryBytes();
    return isolation.cgroupLimits()
        ? String.valueOf(Math.min(most, asked.orElse(most)))
        : asked.isPresent() ? String.valueOf(asked.getAsLong()) : "";
  }

  private int processes() {
    return spec.limits().processes().orElse(settings.bounds().processes());
  }

  /**
   * Adds the parent death signal if there is no namespace, so that at least the command itself dies
   * with its supervisor.
   */
  private List<String> drop(List<String> drop) {
    if (isolation.namespace() != Isolation.Namespace.NONE || !isolation.diesWithSupervisor()) {
      return drop;
    }
    var words = new java.util.ArrayList<>(drop.isEmpty() ? List.of("setpriv") : drop);
    words.add("--pdeathsig=KILL");
    return words;
  }

  /** Returns the script, which replaces itself by the command (exec). */
  String launch() {
    var text = new StringBuilder("ulimit -c 0\n");
    if (!isolation.cgroupLimits()) {
      spec.limits()
          .memoryBytes()
          .ifPresent(bytes -> limit(text, "-v", Math.max(1, bytes / KIB), "memory"));
      limitProcesses(text);
    }
    text.append("umask 022\n");
    export(text, "PATH", "/usr/local/bin:/usr/bin:/bin");
    export(text, "HOME", folder.resolve("work").toString());
    spec.chdir().ifPresent(where -> chdir(text, where));
    text.append("unset LC_ALL OLDPWD\n");
    spec.environment().forEach((name, value) -> export(text, name, value));
    export(text, JobVariable.JOB_ID.key(), spec.id().job());
    export(text, JobVariable.ATTEMPT.key(), String.valueOf(spec.id().attempt()));
    export(text, JobVariable.PART.key(), String.valueOf(spec.id().part()));
    export(text, JobVariable.NODE.key(), spec.node());
    export(text, JobVariable.ACCOUNT.key(), spec.account());
    export(text, JobVariable.WINDOW_END.key(), spec.windowEnd().toString());
    export(text, JobVariable.RUN.key(), spec.id().toString());
    export(text, JobVariable.FOLDER.key(), folder.toString());
    var words = spec.command().stream().map(LaunchText::quoted).collect(Collectors.joining(" "));
    return text.append("exec ").append(words).append(" </dev/null\n").toString();
  }

  private static void limit(StringBuilder text, String option, long value, String what) {
    text.append(
        "ulimit %s %d || { echo 'limits.%s cannot be set' >&2; exit 126; }\n"
            .formatted(option, value, what));
  }

  /**
   * Limits the number of processes with the option that the shell supports; a lower limit of the
   * machine stays in force.
   */
  private void limitProcesses(StringBuilder text) {
    text.append(
        "{ ulimit -u %1$d || ulimit -p %1$d || [ \"$(ulimit -u || ulimit -p)\" -le %1$d ]; } 2>/dev/null || { echo 'limits.processes cannot be set' >&2; exit 126; }\n"
            .formatted(processes()));
  }

  /**
   * Changes the folder. Handles names that {@code cd} would take for an option or the previous
   * folder.
   */
  private static void chdir(StringBuilder text, String folder) {
    var path = folder.startsWith("/") ? folder : "./" + folder;
    var complaint = "run.chdir: cannot change to the folder " + folder;
    text.append(
        "cd %s 2>/dev/null || { printf '%%s\\n' %s >&2; exit 126; }\n"
            .formatted(quoted(path), quoted(complaint)));
  }

  private static void export(StringBuilder text, String name, String value) {
    text.append("export ").append(name).append('=').append(quoted(value)).append('\n');
  }

  static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  private static String millis(Instant instant) {
    return String.valueOf(instant.toEpochMilli());
  }

  private static String millis(Duration duration) {
    return String.valueOf(duration.toMillis());
  }
}
