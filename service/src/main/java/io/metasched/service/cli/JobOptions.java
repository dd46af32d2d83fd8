package io.metasched.service.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.api.MemberNames;
import io.metasched.service.book.ArrayIndices;
import io.metasched.service.run.StagedFile;
import io.metasched.service.script.TimeLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that specify a job. */
final class JobOptions {
  @Option(
      names = {"-N", "--nodes"},
      paramLabel = "N",
      description = "Number of nodes, on which the job starts at the same time (default: 1).")
  private @Nullable Integer nodes;

  @Option(
      names = {"-t", "--time"},
      paramLabel = "TIME",
      converter = TimeForms.class,
      description = "Time limit of the job: " + TimeForms.ALLOWED + " (default: 10 minutes).")
  private @Nullable Duration time;

  @Option(
      names = "--criterion",
      paramLabel = "C",
      description = "Quantity to minimize: start, finish, cost, runtime, proctime, energy.")
  private @Nullable String criterion;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      converter = OptionForms.Time.class,
      description = "Start at this time, in UTC.")
  private @Nullable String at;

  @Option(
      names = "--begin",
      paramLabel = "TIME",
      converter = OptionForms.Time.class,
      description = "Start no earlier than this time, in UTC.")
  private @Nullable String begin;

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      converter = OptionForms.Time.class,
      description = "End by this time, in UTC.")
  private @Nullable String deadline;

  @Option(names = "--node", paramLabel = "NODE", description = "Run on this node.")
  private @Nullable String node;

  @Option(
      names = {"-a", "--array"},
      paramLabel = "INDICES",
      description =
          "Submit an array: one job for each index, such as 1-100, 0-9:3 or 1,4,9. With a percent"
              + " sign and N at the end, at most N of them have a window or run at the same time.")
  private @Nullable String array;

  @Option(
      names = "--after",
      paramLabel = "JOB",
      split = ",",
      description = "Run only after these jobs or arrays have started or ended.")
  private List<String> after = new ArrayList<>();

  @Option(
      names = "--after-any",
      paramLabel = "JOB",
      split = ",",
      description = "Run only after these jobs or arrays have ended.")
  private List<String> afterAny = new ArrayList<>();

  @Option(
      names = "--after-ok",
      paramLabel = "JOB",
      split = ",",
      description = "Run only if these jobs, or all jobs of these arrays, end with exit status 0.")
  private List<String> afterOk = new ArrayList<>();

  @Option(
      names = "--after-failed",
      paramLabel = "JOB",
      split = ",",
      description =
          "Run only if these jobs, or some jobs of these arrays, fail, are cancelled or are"
              + " refused.")
  private List<String> afterFailed = new ArrayList<>();

  @Option(
      names = "--after-each",
      paramLabel = "ARRAY",
      split = ",",
      description =
          "Run each job of an array only if the job with its index of these arrays ends with exit"
              + " status 0.")
  private List<String> afterEach = new ArrayList<>();

  @Mixin private SharedOptions wanted = new SharedOptions();

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = OptionForms.Memory.class,
      description = "Maximum memory of all processes on a node, such as 512M or 2G.")
  private @Nullable Long memory;

  @Option(
      names = "--env",
      paramLabel = "NAME[=VALUE]",
      converter = OptionForms.Variable.class,
      description =
          "Environment variable; without a value, it is copied from this environment."
              + " May be repeated.")
  private List<String> variables = new ArrayList<>();

  @Option(
      names = "--input",
      paramLabel = "[PATH=]FILE",
      description =
          "Input file, copied to the working folder under its own name or PATH; 512 KiB in total."
              + " May be repeated.")
  private List<String> input = new ArrayList<>();

  private Path folder = Path.of("");

  @Option(
      names = {"-D", "--chdir"},
      paramLabel = "DIR",
      description =
          "Start the command in this folder of the machine, or below the working folder if DIR is"
              + " relative.")
  private @Nullable String chdir;

  @Option(
      names = "--requeue",
      description = "Run the job again from the beginning if a node is lost or drained.")
  private boolean requeue;

  @Option(
      names = "--accept-advised",
      description =
          "Accept nodes of sites that do not reserve windows: such a site may keep a node when the"
              + " window begins, and the job then waits again in its place.")
  private boolean acceptAdvised;

  @Option(
      names = "--reliability",
      paramLabel = "PERCENT",
      description =
          "Accept only sites that have kept at least this share of their windows, as 'metasched"
              + " sites' lists it.")
  private @Nullable Integer reliability;

  @Option(
      names = "--priority",
      paramLabel = "N",
      description =
          "Priority among the waiting jobs, from -1000 to cycle.highest-priority; higher numbers"
              + " come first (default: 0). Refused if the service plans in order of submission.")
  private @Nullable Integer priority;

  @Option(
      names = "--mail-user",
      paramLabel = "ADDRESS",
      description = "Receiver of mails about the job.")
  private @Nullable String mailUser;

  @Option(
      names = "--mail-type",
      paramLabel = "T[,T...]",
      converter = OptionForms.Mails.class,
      description =
          "Transitions to report by mail: BEGIN, END, FAIL, REQUEUE, BOOKED, ALL (default: END).")
  private @Nullable String mailTypes;

  @Option(names = "--label", paramLabel = "NAME=VALUE", description = "Label; may be repeated.")
  private List<String> labels = new ArrayList<>();

  /** Options by the members of a job that they set. */
  static final MemberNames MEMBERS =
      MemberNames.of(
          """
          /account: --account
          /array: --array
          /budget: --budget
          /criterion: --criterion
          /deadline: --deadline
          /labels: --label
          /mail/to: --mail-user
          /mail/transitions: --mail-type
          /mail: --mail-user
          /name: --name
          /nodes: --nodes
          /offer: --hold-offer
          /priority: --priority
          /requires/domain: --domain
          /requires/node: --node
          /requires/performance: --performance
          /requires/properties: --require
          /run/chdir: --chdir
          /run/command: the command
          /run/environment: --env
          /run/input: --input
          /run/limits/memoryBytes: --memory
          /sites/reliability: --reliability
          /start/at: --at
          /start/deadline: --deadline
          /start/notBefore: --begin
          /work/duration: --time
          """);

  /** Sets the folder to which paths of input files are relative. */
  void relativeTo(Path other) {
    folder = other;
  }

  /**
   * Writes the options into the body of a request, whose values they override.
   *
   * @throws IllegalArgumentException for a missing file or variable
   */
  void into(ObjectNode job) {
    Optional.ofNullable(nodes).ifPresent(count -> job.put("nodes", count));
    Optional.ofNullable(time)
        .ifPresent(limit -> job.withObject("/work").put("duration", limit.toString()));
    Optional.ofNullable(criterion).ifPresent(least -> job.put("criterion", least));
    Optional.ofNullable(at).ifPresent(when -> job.withObject("/start").put("at", when));
    Optional.ofNullable(begin).ifPresent(when -> job.withObject("/start").put("notBefore", when));
    Optional.ofNullable(deadline).ifPresent(when -> job.withObject("/start").put("deadline", when));
    Optional.ofNullable(node).ifPresent(one -> job.withObject("/requires").put("node", one));
    wanted.into(job);
    Optional.ofNullable(memory)
        .ifPresent(bytes -> job.withObject("/run/limits").put("memoryBytes", bytes));
    Optional.ofNullable(chdir).ifPresent(folder -> job.withObject("/run").put("chdir", folder));
    variables.forEach(variable -> variable(job, variable));
    input.forEach(file -> input(job, file, folder));
    if (requeue) {
      job.put("onNodeLoss", "requeue");
    }
    if (acceptAdvised) {
      job.withObject("/sites").put("acceptAdvised", true);
    }
    Optional.ofNullable(reliability)
        .ifPresent(least -> job.withObject("/sites").put("reliability", least));
    Optional.ofNullable(priority).ifPresent(number -> job.put("priority", number));
    Optional.ofNullable(mailUser).ifPresent(to -> job.withObject("/mail").put("to", to));
    Optional.ofNullable(mailTypes)
        .ifPresent(
            types ->
                List.of(types.split(","))
                    .forEach(job.withObject("/mail").putArray("transitions")::add));
    labels(labels, job);
    after.forEach(id -> dependency(job, id, "started"));
    afterAny.forEach(id -> dependency(job, id, "any"));
    afterOk.forEach(id -> dependency(job, id, "ok"));
    afterFailed.forEach(id -> dependency(job, id, "failed"));
    afterEach.forEach(id -> dependency(job, id, "each-ok"));
    Optional.ofNullable(array).ifPresent(text -> array(job, text));
  }

  private static void array(ObjectNode job, String text) {
    int mark = text.indexOf('%');
    var indices = mark < 0 ? text : text.substring(0, mark);
    var most = text.substring(mark + 1);
    try {
      ArrayIndices.parse(indices);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--array: %s; allowed are %s".formatted(e.getMessage(), ArrayIndices.ALLOWED), e);
    }
    if (mark >= 0 && !most.matches("[1-9]\\d{0,4}")) {
      throw new IllegalArgumentException(
          "--array: allowed after %% is a number from 1 to %d, given was '%s'"
              .formatted(ArrayIndices.MOST_ELEMENTS, most));
    }
    var shape = job.putObject("array").put("indices", indices);
    if (mark >= 0) {
      shape.put("most", Integer.parseInt(most));
    }
  }

  private static void dependency(ObjectNode job, String id, String outcome) {
    job.withArray("after").addObject().put("job", id.strip()).put("outcome", outcome);
  }

  /** Adds the defaults of missing fields to a body. */
  static void complete(ObjectNode job, String usualName) {
    if (!job.has("name")) {
      job.put("name", usualName);
    }
    if (!job.has("nodes")) {
      job.put("nodes", 1);
    }
    if (!job.has("work")) {
      job.putObject("work").put("duration", TimeLimit.USUAL.toString());
    }
  }

  private static void variable(ObjectNode job, String text) {
    int mark = text.indexOf('=');
    var name = mark < 0 ? text : text.substring(0, mark);
    var value = mark < 0 ? System.getenv(text) : text.substring(mark + 1);
    if (value == null) {
      throw new IllegalArgumentException(
          "--env: there is no variable %s here; NAME=VALUE gives it a value".formatted(name));
    }
    job.withObject("/run/environment").put(name, value);
  }

  private static void input(ObjectNode job, String text, Path folder) {
    int mark = text.indexOf('=');
    var file = folder.resolve(text.substring(mark + 1));
    try {
      add(job, StagedFile.of(mark < 0 ? nameOf(file) : text.substring(0, mark), bytes(file)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--input: '%s': %s".formatted(text, e.getMessage()));
    }
  }

  /** Adds an input file to a body. */
  static void add(ObjectNode job, StagedFile file) {
    job.withObject("/run")
        .withArray("input")
        .addObject()
        .put("path", file.path())
        .put(file.base64() ? "base64" : "text", file.text());
  }

  /** Returns the last name of a path. */
  static String nameOf(Path file) {
    return Optional.ofNullable(file.getFileName()).map(Path::toString).orElse("");
  }

  /**
   * Returns the bytes of an input file.
   *
   * @throws IllegalArgumentException if the file cannot be read or is too long
   */
  static byte[] bytes(Path file) {
    byte[] bytes;
    try (var stream = Files.newInputStream(file)) {
      bytes = stream.readNBytes(StagedFile.MOST_BYTES + 1);
    } catch (IOException e) {
      var why =
          Files.isDirectory(file)
              ? "it is a folder"
              : Files.exists(file) ? "cannot be read" : "there is no such file";
      throw new IllegalArgumentException(why, e);
    }
    if (bytes.length > StagedFile.MOST_BYTES) {
      throw new IllegalArgumentException(
          ("is longer than %d bytes, the maximum for all input; store it in a place that the"
                  + " nodes can read")
              .formatted(StagedFile.MOST_BYTES));
    }
    return bytes;
  }

  /** Writes labels of the form {@code NAME=VALUE} into a body. */
  static void labels(List<String> labels, ObjectNode body) {
    for (var label : labels) {
      int mark = label.indexOf('=');
      body.withObject("/labels")
          .put(
              mark < 0 ? label : label.substring(0, mark),
              mark < 0 ? "" : label.substring(mark + 1));
    }
  }
}
