package io.metasched.service.slurm;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.api.MemberNames;
import io.metasched.service.api.Problem;
import io.metasched.service.book.ArrayIndices;
import io.metasched.service.book.JobIds;
import io.metasched.service.plan.DryRun;
import io.metasched.service.plan.ReasonText;
import io.metasched.service.run.StagedFile;
import io.metasched.service.script.ScriptFile;
import io.metasched.service.script.TimeLimit;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Command that submits a script: the conversion of its options to a request of the API. */
public final class Sbatch {
  private static final String MARK = "#SBATCH";
  private static final String WRAP = "wrap";
  private static final int MOST_NAME = 128;
  private static final Pattern MEMORY = Pattern.compile("(\\d{1,6})([KMGT]?)B?");
  private static final Pattern SIGNAL =
      Pattern.compile("(?:[RB]+:)?(?:SIG)?(\\w+)(?:@(\\d{1,5}))?");
  private static final int USUAL_WARNING = 60;
  private static final Pattern UNLIMITED = Pattern.compile("(?i)0[0:-]*|-1|infinite|unlimited");

  /** Variables that submit as options do, with the names of these options. */
  private static final List<String> VARIABLES =
      List.of(
          "SBATCH_ACCOUNT",
          "SBATCH_ARRAY_INX",
          "SBATCH_COMMENT",
          "SBATCH_CONSTRAINT",
          "SBATCH_EXPORT",
          "SBATCH_JOB_NAME",
          "SBATCH_MEM_PER_NODE",
          "SBATCH_OPEN_MODE",
          "SBATCH_OUTPUT",
          "SBATCH_PARTITION",
          "SBATCH_REQUEUE",
          "SBATCH_SIGNAL",
          "SBATCH_TIMELIMIT",
          "SBATCH_WAIT");

  private final ClientView view;
  private final boolean sendsMails;
  private final ClientCall call;
  private final GivenOptions given;
  private final ScriptFile script;
  private final ObjectNode job = JsonNodeFactory.instance.objectNode();

  private final SortedMap<String, String> members = new TreeMap<>(SbatchOptions.MEMBERS.names());

  /**
   * Submission of a job.
   *
   * @param job job as a body of the API
   * @param members options that have set the members of the job
   * @param isParsable whether only the number is printed
   * @param isTest whether the job is only tested
   * @param waits whether the client waits for the end of the job
   * @param remarks lines for standard error
   */
  public record Submission(
      ObjectNode job,
      MemberNames members,
      boolean isParsable,
      boolean isTest,
      boolean waits,
      List<String> remarks) {
    /** Returns the refusal of the job, which names the option concerned. */
    public ClientFaultException refusal(Problem why) {
      return new ClientFaultException(members.in(String.valueOf(why.getMessage())));
    }

    /** Returns the answer for a submitted job. */
    public SlurmAnswer answer(String id) {
      long number = JobIds.number(id);
      var text = (isParsable ? "" : "Submitted batch job ") + number + "\n";
      return new SlurmAnswer(0, remarks, text, waits ? String.valueOf(number) : "");
    }

    /** Returns the answer for a tested job. */
    public SlurmAnswer tested(ClientView view, DryRun.Outcome outcome) {
      var text =
          outcome
              .window()
              .map(
                  window ->
                      "Job to start at %s on nodes %s"
                          .formatted(
                              view.time(view.state().ticks().instant(window.start())),
                              String.join(",", view.fleet().names(window))))
              .orElseGet(() -> "Job would wait behind " + ReasonText.count(outcome.ahead(), "job"));
      return new SlurmAnswer(0, List.of(text), "").with(remarks);
    }
  }

  private Sbatch(ClientView view, boolean sendsMails) {
    this.view = view;
    this.sendsMails = sendsMails;
    call = view.call();
    var line = SbatchOptions.TABLE.parse(call.arguments());
    given = new GivenOptions();
    script = script(line);
    for (var each : script.directives()) {
      try {
        SbatchOptions.TABLE.parse(each.words(), given);
      } catch (ClientFaultException e) {
        throw new ClientFaultException(
            "line %d of the script: %s".formatted(each.line(), e.getMessage()));
      }
    }
    for (var name : VARIABLES) {
      SbatchOptions.TABLE.variable(given, SbatchOptions.ofVariable(name), call.variable(name));
    }
    SbatchOptions.TABLE.parse(call.arguments(), given);
  }

  /**
   * Returns the submission of a client.
   *
   * @param sendsMails whether the service sends mails; otherwise, options for mails are ignored
   * @throws ClientFaultException for invalid arguments or an invalid script
   */
  public static Submission of(ClientView view, boolean sendsMails) {
    return new Sbatch(view, sendsMails).submission();
  }

  private ScriptFile script(GivenOptions line) {
    var wrap = line.last(WRAP);
    if (wrap.isPresent()) {
      if (!line.operands().isEmpty()) {
        throw new ClientFaultException("Script arguments not permitted with --wrap option");
      }
      var text = "#!/bin/sh\n" + wrap.get() + "\n";
      return ScriptFile.of(text.getBytes(StandardCharsets.UTF_8), MARK);
    }
    var bytes = call.script().orElseThrow(() -> new ClientFaultException("there is no script"));
    if (bytes.length > StagedFile.MOST_BYTES) {
      throw new ClientFaultException(
          "the script has more than %d bytes".formatted(StagedFile.MOST_BYTES));
    } else if (bytes.length < 2 || bytes[0] != '#' || bytes[1] != '!') {
      throw new ClientFaultException(
          "This does not look like a batch script. The first line must start with #! followed by"
              + " the path to an interpreter.");
    }
    try {
      return ScriptFile.of(bytes, MARK);
    } catch (IllegalArgumentException e) {
      throw new ClientFaultException("the script: " + e.getMessage());
    }
  }

  private Submission submission() {
    job.put("name", name());
    job.put("account", account());
    array();
    work();
    requirements();
    given
        .last("begin")
        .ifPresent(
            text ->
                job.withObject("/start").put("notBefore", view.parsed("--begin", text).toString()));
    new SbatchPayment(view, given, job, members).add();
    new SbatchDependencies(view, job, given.last("dependency").orElse("")).add();
    if (given.has("requeue") && !given.has("no-requeue")) {
      job.put("onNodeLoss", "requeue");
    }
    given.last("priority").ifPresent(text -> job.put("priority", priority("--priority", text)));
    mail();
    run();
    labels();
    return new Submission(
        job,
        new MemberNames(members),
        given.has("parsable"),
        given.has("test-only"),
        given.has("wait"),
        given.remarks());
  }

  /**
   * Returns a priority.
   *
   * @throws ClientFaultException for any other text
   */
  static int priority(String name, String text) {
    if (!text.matches("-?\\d{1,9}")) {
      throw new ClientFaultException(
          "%s: a whole number is allowed, not '%s'".formatted(name, text));
    }
    return Integer.parseInt(text);
  }

  private void mail() {
    var types = given.last("mail-type");
    var user = given.last("mail-user");
    var transitions =
        types.map(
            text ->
                MailTypes.ofSlurm(text)
                    .orElseThrow(
                        () ->
                            new ClientFaultException(
                                "--mail-type: allowed is %s, not '%s'"
                                    .formatted(MailTypes.ALLOWED, text))));
    if (transitions.isEmpty() || user.isEmpty()) {
      types.ifPresent(text -> given.remark("--mail-type is ignored without --mail-user"));
    } else if (!sendsMails) {
      given.remark(
          "--mail-user is ignored: the service sends no mails (notifications.mail-command)");
    } else if (!transitions.get().isEmpty()) {
      var mail = job.putObject("mail").put("to", user.get());
      transitions.get().forEach(each -> mail.withArray("transitions").add(each.label()));
    }
  }

  private String name() {
    var usual =
        given.has(WRAP)
            ? WRAP
            : call.scriptFile()
                .map(path -> path.substring(path.lastIndexOf('/') + 1))
                .orElse("sbatch");
    var name = given.last("job-name").orElse(usual);
    return name.substring(0, Math.min(name.length(), MOST_NAME));
  }

  private void array() {
    given
        .last("array")
        .ifPresent(
            text -> {
              var words = text.split("%", 2);
              var array = job.putObject("array").put("indices", words[0]);
              if (words.length > 1) {
                array.put(
                    "most", GivenOptions.number("array", words[1], ArrayIndices.MOST_ELEMENTS));
              }
            });
  }

  private String account() {
    var own = view.principal().accounts();
    return given
        .last("account")
        .or(() -> own.size() == 1 ? Optional.of(own.get(0)) : Optional.empty())
        .orElseThrow(
            () ->
                new ClientFaultException(
                    own.isEmpty()
                        ? "your token may use no account"
                        : "--account is missing; you may use " + String.join(", ", own)));
  }

  private static Duration limit(String text) {
    if (UNLIMITED.matcher(text).matches()) {
      throw new ClientFaultException(
          "--time=%s: no job is unlimited, because it pays for a window of this length; without"
                  .formatted(text)
              + " --time, it has 10 minutes");
    }
    return TimeLimit.parse(text)
        .orElseThrow(
            () ->
                new ClientFaultException(
                    "Invalid --time specification: allowed is %s, not '%s'"
                        .formatted(TimeLimit.ALLOWED, text)));
  }

  private void work() {
    var limit = given.last("time").map(Sbatch::limit).orElse(TimeLimit.USUAL);
    job.putObject("work").put("duration", limit.toString());
    var nodes = given.last("nodes").orElse("1");
    if (!nodes.matches("1(-\\d{1,5})?")) {
      throw new ClientFaultException(
          "--nodes=%s: a script of sbatch runs on one node; 'metasched submit -N' starts a command"
                  .formatted(nodes)
              + " on each of several nodes");
    }
  }

  private int cpus() {
    return given.count("cpus-per-task", 1) * given.count("ntasks", 1);
  }

  private void requirements() {
    given.last("partition").ifPresent(text -> job.withObject("/requires").put("domain", text));
    given.last("nodelist").ifPresent(text -> job.withObject("/requires").put("node", text));
    given.list("exclude").ifPresent(nodes -> nodes.forEach(each -> property("node!=" + each)));
    given
        .last("constraint")
        .ifPresent(
            text -> {
              for (var each : text.split("&", -1)) {
                property(each);
              }
            });
    boolean areCounted =
        view.fleet().nodes().stream()
            .anyMatch(
                node -> node.properties().stream().anyMatch(each -> each.startsWith("cpus=")));
    if (cpus() > 1 && areCounted) {
      property("cpus>=" + cpus());
    }
  }

  private void property(String demand) {
    job.withObject("/requires").withArray("properties").add(demand);
  }

  private String folder() {
    return given
        .last("chdir")
        .map(text -> text.startsWith("/") ? text : call.folder() + "/" + text)
        .orElse(call.folder());
  }

  private void run() {
    var run = job.putObject("run");
    run.put("chdir", folder());
    run.withArray("command").add(ScriptFile.SHELL).add("-c");
    run.withArray("command").add(". \"$METASCHED_FOLDER/work/" + LaunchScript.LAUNCH + "\"");
    run.withArray("command").add(call.scriptFile().orElse(name()));
    if (!given.has(WRAP) && !given.operands().isEmpty()) {
      given.operands().subList(1, given.operands().size()).forEach(run.withArray("command")::add);
    }
    memory().ifPresent(bytes -> run.withObject("/limits").put("memoryBytes", bytes));
    given.last("signal").ifPresent(text -> signal(run, text));
    var launch =
        new LaunchScript(
            LaunchScript.exported(call.variables(), given.last("export")),
            new SbatchVariables(view, given, cpus()).all(job),
            files(),
            script.interpreter());
    input(StagedFile.of(LaunchScript.LAUNCH, latin(launch.launch())));
    input(StagedFile.of(LaunchScript.ENVIRONMENT, latin(launch.environment())));
    input(StagedFile.of(LaunchScript.SCRIPT, script.bytes()));
  }

  /** Returns the bytes of a text that has one character for each byte. */
  private static byte[] latin(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private void input(StagedFile file) {
    job.withObject("/run")
        .withArray("input")
        .addObject()
        .put("path", file.path())
        .put(file.base64() ? "base64" : "text", file.text());
  }

  private String output() {
    return given
        .last("output")
        .filter(text -> !text.isEmpty())
        .orElse(given.has("array") ? "slurm-%A_%a.out" : "slurm-%j.out");
  }

  /** Returns the redirections of the script, in one character for each byte. */
  private String files() {
    var way = "append".equals(given.last("open-mode").orElse("")) ? ">>" : ">";
    var out = OutputName.word(output(), name(), call.user());
    var error =
        given
            .last("error")
            .map(text -> OutputName.word(text, name(), call.user()))
            .filter(word -> !word.equals(out))
            .map(word -> "2" + way + word)
            .orElse("2>&1");
    var input = given.last("input").map(text -> OutputName.word(text, name(), call.user()));
    var files = "<" + input.orElse("/dev/null") + " " + way + out + " " + error;
    return new String(files.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  private Optional<Long> memory() {
    var whole = given.last("mem").map(text -> bytes("mem", text));
    return whole
        .or(() -> given.last("mem-per-cpu").map(text -> cpus() * bytes("mem-per-cpu", text)))
        .filter(bytes -> bytes > 0);
  }

  private static long bytes(String option, String text) {
    var parts = MEMORY.matcher(text.toUpperCase(Locale.ROOT));
    if (!parts.matches()) {
      throw new ClientFaultException(
          "--%s: a number with K, M, G or T is allowed, not '%s'".formatted(option, text));
    }
    var unit = parts.group(2).isEmpty() ? "M" : parts.group(2);
    return Long.parseLong(parts.group(1)) << (10 * ("KMGT".indexOf(unit) + 1));
  }

  private void signal(ObjectNode run, String text) {
    var parts = SIGNAL.matcher(text.toUpperCase(Locale.ROOT));
    if (!parts.matches()) {
      throw new ClientFaultException(
          "--signal: [B:]SIGNAL[@SECONDS] is allowed, not '%s'".formatted(text));
    }
    int seconds = parts.group(2) == null ? USUAL_WARNING : Integer.parseInt(parts.group(2));
    var ahead = Duration.ofSeconds(seconds).toString();
    switch (parts.group(1)) {
      case "USR1", "10" -> run.put("warnBeforeEnd", ahead);
      case "TERM", "15" -> run.put("grace", ahead);
      default ->
          given.remark(
              "--signal=%s is ignored: jobs receive USR1 or TERM before their end".formatted(text));
    }
  }

  private void labels() {
    var labels = job.withObject("/labels");
    labels.put(JobLine.LABEL + "command", call.scriptFile().orElse(name()));
    labels.put(JobLine.LABEL + "output", output());
    labels.put(JobLine.LABEL + "cpus", String.valueOf(cpus()));
    given.last("comment").ifPresent(text -> labels.put(JobLine.LABEL + "comment", text));
  }
}
