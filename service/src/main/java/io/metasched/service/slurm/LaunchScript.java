package io.metasched.service.slurm;

import io.metasched.service.run.JobVariable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Commands with which a shell on the job's node sets the environment of a submitted script, opens
 * the files for its output, and replaces itself by the script. One character for each byte.
 *
 * @param exported variables of the client that the job gets
 * @param fixed variables of Slurm, known at the submission
 * @param files redirections of the script
 * @param interpreter program that runs the script, and its argument
 */
record LaunchScript(
    SortedMap<String, String> exported,
    SortedMap<String, String> fixed,
    String files,
    List<String> interpreter) {
  /** Names of the input files of a job. */
  static final String LAUNCH = "slurm/launch";

  static final String ENVIRONMENT = "slurm/environment";
  static final String SCRIPT = "slurm/script";

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Pattern FUNCTION = Pattern.compile("BASH_FUNC_[^=]*");

  /** Variables of the client's shell or job, which the job has itself. */
  private static final List<String> OWN =
      List.of(
          "_",
          "BASHOPTS",
          "BASH_VERSINFO",
          "EUID",
          "OLDPWD",
          "OPTIND",
          "PPID",
          "PWD",
          "SHELLOPTS",
          "SHLVL",
          "UID");

  /** Variables of Slurm that follow from the run. */
  private static final String OF_RUN =
      """
      export SLURM_JOB_ID="$%1$s" SLURM_JOBID="$%1$s"
      export SLURMD_NODENAME="$%2$s" SLURM_JOB_NODELIST="$%2$s" SLURM_NODELIST="$%2$s"
      [ "$%3$s" = 1 ] || export SLURM_RESTART_COUNT=$((%3$s - 1))
      [ -z "${%4$s-}" ] || export SLURM_ARRAY_JOB_ID="$%5$s" SLURM_ARRAY_TASK_ID="$%4$s"
      """
          .formatted(
              JobVariable.NUMBER.key(),
              JobVariable.NODE.key(),
              JobVariable.ATTEMPT.key(),
              JobVariable.ARRAY_INDEX.key(),
              JobVariable.ARRAY_NUMBER.key());

  /** Returns the variables that {@code --export} selects. */
  static SortedMap<String, String> exported(
      SortedMap<String, String> all, Optional<String> export) {
    var words = export.map(text -> List.of(text.split(",", -1))).orElse(List.of("ALL"));
    var some = new TreeMap<String, String>();
    if (words.contains("ALL")) {
      some.putAll(all);
    }
    for (var word : words) {
      int mark = word.indexOf('=');
      if (mark > 0) {
        some.put(word.substring(0, mark), word.substring(mark + 1));
      } else if (all.containsKey(word)) {
        some.put(word, all.getOrDefault(word, ""));
      }
    }
    some.keySet().removeIf(LaunchScript::isOwn);
    return some;
  }

  private static boolean isOwn(String name) {
    return OWN.contains(name)
        || ClientCall.ADDED.contains(name)
        || name.startsWith("SLURM_")
        || name.startsWith("SLURMD_")
        || Arrays.stream(JobVariable.values()).anyMatch(each -> each.key().equals(name))
        || !(NAME.matcher(name).matches() || FUNCTION.matcher(name).matches());
  }

  private static String assignments(SortedMap<String, String> variables, Pattern names) {
    return variables.entrySet().stream()
        .filter(each -> names.matcher(each.getKey()).matches())
        .map(LaunchScript::assignment)
        .collect(Collectors.joining());
  }

  private static String assignment(Map.Entry<String, String> variable) {
    return "export " + variable.getKey() + "=" + OutputName.quoted(variable.getValue()) + "\n";
  }

  /** Returns the part that is equal for all jobs with an equal environment. */
  String environment() {
    return assignments(exported, NAME);
  }

  String launch() {
    var functions =
        exported.entrySet().stream()
            .filter(each -> FUNCTION.matcher(each.getKey()).matches())
            .map(each -> OutputName.quoted(each.getKey() + "=" + each.getValue()))
            .collect(Collectors.joining(" "));
    var program = interpreter.stream().map(OutputName::quoted).collect(Collectors.joining(" "));
    return """
    # shell commands that start slurm/script
    . "$%1$s/work/%2$s"
    %3$s%4$s
    exec %5$s
    exec %6$s%7$s "$%1$s/work/%8$s" "$@"
    """
        .formatted(
            JobVariable.FOLDER.key(),
            ENVIRONMENT,
            assignments(fixed, NAME),
            OF_RUN.strip(),
            files,
            functions.isEmpty() ? "" : "env " + functions + " ",
            program,
            SCRIPT);
  }
}
