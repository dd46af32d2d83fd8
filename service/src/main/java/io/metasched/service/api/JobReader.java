package io.metasched.service.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Properties;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.service.api.Problem.Fault;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.NodeLoss;
import io.metasched.service.book.RunPlan;
import io.metasched.service.run.CommandTexts;
import io.metasched.service.run.StagedFile;
import io.metasched.service.run.StoredInput;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Parser of job specifications. */
public final class JobReader {
  private static final int NAME_CHARS = 128;
  private static final int MOST_NODES = 10_000;
  private static final int MOST_LABELS = 64;
  private static final int COMMAND_CHARS = 128 << 10;
  private static final int ENVIRONMENT_CHARS = 64 << 10;
  private static final String MOST_TEXT = CommandTexts.MOST_BYTES + " bytes";
  private static final List<String> OF_SHELLS =
      List.of("BASHOPTS", "BASH_VERSINFO", "EUID", "OPTIND", "PPID", "SHELLOPTS", "UID");
  private static final String PLACE = "[A-Za-z0-9][A-Za-z0-9._-]*";
  private static final int PATH_CHARS = 255;
  private static final Duration LEAST_DURATION = Duration.ofMillis(1);
  private static final Duration MOST_DURATION = Duration.ofDays(366);
  private static final Duration USUAL_GRACE = Duration.ofSeconds(5);

  private final List<Fault> faults = new ArrayList<>();
  private final ObjectReader job;
  private final Duration granularity;
  private final TreeMap<String, byte[]> inputs = new TreeMap<>(); // contents by their SHA-256

  private JobReader(String pointer, JsonNode body, Duration granularity) {
    job = new ObjectReader(pointer, body, faults);
    this.granularity = granularity;
  }

  /**
   * Request to submit a job.
   *
   * @param offer id of the offer that the job accepts
   * @param inputs contents of the inputs, by their SHA-256
   */
  public record Request(JobSpec spec, Optional<String> offer, Map<String, byte[]> inputs) {}

  /**
   * Parses the job in a body.
   *
   * @param account account used if the body has none
   * @param granularity unit of window lengths
   * @throws Problem with all faults
   */
  public static JobSpec read(JsonNode body, Optional<String> account, Duration granularity) {
    return request("", body, account, granularity).spec();
  }

  /**
   * Parses the job in a body, and the offer that the job accepts.
   *
   * @param pointer JSON pointer of the job in the body
   * @throws Problem with all faults
   */
  public static Request request(
      String pointer, JsonNode body, Optional<String> account, Duration granularity) {
    var reader = new JobReader(pointer, body, granularity);
    Optional<JobSpec> spec = Optional.empty();
    Optional<String> offer = Optional.empty();
    try {
      offer = reader.job.filledText("offer", NAME_CHARS);
      spec = Optional.of(reader.spec(account));
    } catch (IllegalArgumentException e) {
      reader.faults.add(new Fault("", String.valueOf(e.getMessage()), "see /openapi.yaml", ""));
    }
    Problem.throwAny(reader.faults);
    return new Request(spec.orElseThrow(), offer, reader.inputs);
  }

  /**
   * Returns the jobs of a batch, each to be parsed by {@link #request}.
   *
   * @throws Problem if there are no jobs or too many
   */
  public static List<JsonNode> batch(JsonNode body, int most) {
    var faults = new ArrayList<Fault>();
    var reader = new ObjectReader("", body, faults);
    var jobs = reader.elements("jobs", most);
    if (jobs.isEmpty() && faults.isEmpty()) {
      reader.wrong("jobs", "is invalid", "1 to %d jobs".formatted(most));
    }
    reader.requireNoFault();
    return jobs;
  }

  private JobSpec spec(Optional<String> ownAccount) {
    var name = job.text("name", NAME_CHARS).orElse("job");
    var account = job.filledText("account", NAME_CHARS).or(() -> ownAccount);
    if (account.isEmpty()) {
      job.wrong("account", "is missing", "an account that you may pay from");
    }
    var labels = job.map("labels", MOST_LABELS, "[A-Za-z0-9._/-]{1,63}", 4096);
    int nodes = job.whole("nodes", 1, MOST_NODES).orElse(1L).intValue();
    var work = work();
    var requirements = requirements(job);
    long[] limits = budget();
    var criterion =
        job.word("criterion", Criterion.values(), Criterion::label).orElse(Criterion.START);
    var times = times(work);
    var run = run();
    var loss = job.word("onNodeLoss", NodeLoss.values(), NodeLoss::label).orElse(NodeLoss.FAIL);
    job.end();
    return new JobSpec(
        name,
        account.orElse(""),
        labels,
        nodes,
        work,
        requirements,
        limits[0],
        limits[1],
        criterion,
        times.get(0),
        times.get(1),
        run,
        loss);
  }

  private Work work() {
    var work = job.requiredObject("work");
    var duration = work.duration("duration", LEAST_DURATION, MOST_DURATION);
    var volume = work.whole("volume", 1, Long.MAX_VALUE / (1 << 20));
    if (job.has("work") && duration.isPresent() == volume.isPresent()) {
      job.wrong("work", "is invalid", "either a duration or a volume");
    }
    work.end();
    return volume
        .map(Work::volume)
        .orElseGet(() -> Work.duration(duration.map(Duration::toMillis).orElse(1L)));
  }

  static Requirements requirements(ObjectReader of) {
    var requires = of.object("requires");
    if (requires.isEmpty()) {
      return Requirements.NONE;
    }
    var reader = requires.get();
    int performance = reader.whole("performance", 0, Integer.MAX_VALUE).orElse(0L).intValue();
    var demands = new ArrayList<String>();
    reader
        .texts("properties", MOST_LABELS, 4096)
        .forEach(text -> demand(reader, "properties", text, demands));
    reader // requirements in the form of earlier requests
        .map("labels", MOST_LABELS, "[A-Za-z0-9._-]{1,63}", 4096)
        .forEach((name, value) -> demand(reader, "labels", word(name, value), demands));
    for (var name : List.of("node", "domain")) {
      reader
          .text(name, NAME_CHARS)
          .ifPresent(
              value -> {
                if (value.matches(PLACE)) {
                  demands.add(name + "=" + value); // text, as in the fleet: 07 and yes are names
                } else {
                  reader.wrong(name, "is invalid", "the name of a " + name);
                }
              });
    }
    reader.end();
    return new Requirements(performance, demands);
  }

  private static String word(String name, String value) {
    return value.isEmpty() ? name : name + "=" + value;
  }

  private static void demand(ObjectReader of, String member, String text, List<String> demands) {
    try {
      demands.add(Properties.demand(text));
    } catch (IllegalArgumentException e) {
      of.wrong(member, "is invalid", String.valueOf(e.getMessage()));
    }
  }

  private long[] budget() {
    long[] limits = {WindowRequest.NO_LIMIT, WindowRequest.NO_LIMIT};
    job.object("budget")
        .ifPresent(
            budget -> {
              budget.money("total").ifPresent(milli -> limits[0] = milli);
              budget.money("pricePerSlot").ifPresent(milli -> limits[1] = milli);
              budget.end();
            });
    return limits;
  }

  /**
   * Parses earliest start and deadline; a fixed start sets both, separated by the length of the
   * window.
   */
  private List<Optional<Instant>> times(Work work) {
    var start = job.object("start");
    if (start.isEmpty()) {
      return List.of(Optional.empty(), Optional.empty());
    }
    var reader = start.get();
    var notBefore = reader.instant("notBefore");
    var deadline = reader.instant("deadline");
    var at = reader.instant("at");
    reader.end();
    if (at.isEmpty()) {
      return List.of(notBefore, deadline);
    }
    if (notBefore.isPresent() || deadline.isPresent() || work.basis() != Work.Basis.DURATION) {
      reader.wrong("at", "is invalid", "this time alone, for a job with a duration");
    }
    long length = work.lengthTicks(1, granularity.toMillis());
    return List.of(at, at.map(time -> time.plusMillis(length)));
  }

  private RunPlan run() {
    var run = job.requiredObject("run");
    var command = run.texts("command", 10_000, COMMAND_CHARS);
    if (job.has("run") && (command.isEmpty() || command.get(0).isEmpty())) {
      run.wrong("command", "is missing", "a program and its arguments");
    }
    CommandTexts.commandFault(command)
        .ifPresent(why -> run.wrong("command", why, MOST_TEXT + " in each"));
    var environment =
        run.map("environment", 1000, "[A-Za-z_][A-Za-z0-9_]{0,127}", ENVIRONMENT_CHARS);
    CommandTexts.environmentFault(environment)
        .ifPresent(why -> run.wrong("environment", why, MOST_TEXT + " in each"));
    OF_SHELLS.stream()
        .filter(environment::containsKey)
        .forEach(
            name ->
                run.wrong(
                    "environment",
                    name + " belongs to the shell that starts the command",
                    "names other than " + String.join(", ", OF_SHELLS)));
    var input = input(run);
    var chdir = run.filledText("chdir", PATH_CHARS);
    chdir
        .flatMap(StagedFile::nameFault)
        .ifPresent(why -> run.wrong("chdir", why, "names of up to 255 bytes"));
    var grace = run.duration("grace", Duration.ZERO, Duration.ofHours(1)).orElse(USUAL_GRACE);
    var warn = run.duration("warnBeforeEnd", Duration.ofSeconds(1), Duration.ofDays(1));
    var limits = run.object("limits");
    var memory = limits.flatMap(each -> each.whole("memoryBytes", 1, Long.MAX_VALUE));
    var processes = limits.flatMap(each -> each.whole("processes", 1, 1_000_000));
    limits.ifPresent(ObjectReader::end);
    run.end();
    return new RunPlan(
        command,
        environment,
        input,
        grace.toMillis(),
        warn.map(Duration::toMillis),
        memory,
        processes.map(Long::intValue),
        chdir);
  }

  private List<StoredInput> input(ObjectReader run) {
    var input = new ArrayList<StagedFile>();
    long bytes = 0;
    for (var file : run.objects("input", 100)) {
      var path = file.requiredText("path", PATH_CHARS);
      boolean isBase64 = file.has("base64");
      var text =
          isBase64
              ? file.base64("base64", StagedFile.MOST_BYTES)
              : file.requiredText("text", StagedFile.MOST_BYTES);
      if (isBase64 && file.has("text")) {
        file.wrong("base64", "is invalid", "either a text or base64");
      }
      file.end();
      try {
        var read = new StagedFile(path, text, isBase64);
        read.faultBeside(input)
            .ifPresent(why -> file.wrong("path", why, "a path that fits with the preceding ones"));
        bytes += read.bytes().length;
        input.add(read);
      } catch (IllegalArgumentException e) {
        file.wrong("path", String.valueOf(e.getMessage()), "a relative path");
      }
    }
    if (bytes > StagedFile.MOST_BYTES) {
      run.wrong("input", "is too long", "%d bytes in total".formatted(StagedFile.MOST_BYTES));
    }
    var stored = input.stream().map(StoredInput::of).toList();
    for (int i = 0; i < input.size(); i++) {
      inputs.put(stored.get(i).sha256(), input.get(i).bytes());
    }
    return stored;
  }
}
