package io.metasched.service.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.service.book.ArrayIndices;
import io.metasched.service.book.ArrayShape;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.RunPlan;
import io.metasched.service.book.SiteDemand;
import io.metasched.service.run.CommandTexts;
import io.metasched.service.run.StagedFile;
import io.metasched.service.run.StoredInput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Parser of job specifications. */
public final class JobReader {
  private static final String MOST_TEXT = CommandTexts.MOST_BYTES + " bytes in each";
  private static final List<String> OF_SHELLS =
      List.of("BASHOPTS", "BASH_VERSINFO", "EUID", "OPTIND", "PPID", "SHELLOPTS", "UID");

  private final String pointer;
  private final BodyFaults faults;
  private final Optional<String> ownAccount;
  private final Duration granularity;
  private final TreeMap<String, byte[]> inputs = new TreeMap<>(); // contents by their SHA-256

  /**
   * Creates a parser of one job.
   *
   * @param pointer pointer of the job in the body
   * @param ownAccount account used if the job has none
   * @param granularity unit of window lengths
   */
  JobReader(String pointer, JsonNode body, Optional<String> ownAccount, Duration granularity) {
    this.pointer = pointer;
    faults = new BodyFaults(body);
    this.ownAccount = ownAccount;
    this.granularity = granularity;
  }

  /**
   * Request to submit a job.
   *
   * @param array elements, if the job is an array
   * @param offer id of the offer that the job accepts
   * @param inputs contents of the inputs, by their SHA-256
   */
  public record Request(
      JobSpec spec,
      Optional<ArrayShape> array,
      Optional<String> offer,
      Map<String, byte[]> inputs) {}

  /** Request to submit several jobs. */
  record BatchRequest(List<JobRequest> jobs) {}

  /**
   * Parses the job in a body, and the offer that the job accepts.
   *
   * @param account account used if the body has none
   * @param granularity unit of window lengths
   * @throws Problem with all faults
   */
  public static Request read(JsonNode body, Optional<String> account, Duration granularity) {
    var job = Requests.read(body, JobRequest.class);
    return new JobReader("", body, account, granularity).read(job);
  }

  /**
   * Parses the jobs of a batch.
   *
   * @throws Problem with faults
   */
  public static List<Request> batch(JsonNode body, Optional<String> account, Duration granularity) {
    var requests = new ArrayList<Request>();
    for (var job : Requests.read(body, BatchRequest.class).jobs) {
      var pointer = "/jobs/" + requests.size();
      BodyFaults.require(
          job.offer().isEmpty(), body, pointer + "/offer", "is unknown", "no offer in a batch");
      requests.add(new JobReader(pointer, body, account, granularity).read(job));
    }
    return requests;
  }

  /**
   * Returns a job whose members are valid as a specification.
   *
   * @throws Problem with all faults
   */
  Request read(JobRequest job) {
    Optional<JobSpec> spec = Optional.empty();
    var array = job.array().flatMap(this::array);
    try {
      spec = Optional.of(spec(job));
    } catch (IllegalArgumentException e) {
      faults.add(pointer, String.valueOf(e.getMessage()), "see /openapi.yaml");
    }
    faults.throwAny();
    return new Request(spec.orElseThrow(), array, job.offer(), inputs);
  }

  private Optional<ArrayShape> array(JobRequest.Elements elements) {
    try {
      return Optional.of(new ArrayShape(ArrayIndices.parse(elements.indices()), elements.most()));
    } catch (IllegalArgumentException e) {
      wrong("/array/indices", String.valueOf(e.getMessage()), ArrayIndices.ALLOWED);
      return Optional.empty();
    }
  }

  private void wrong(String member, String message, String allowed) {
    faults.add(pointer + member, message, allowed);
  }

  private JobSpec spec(JobRequest job) {
    var account = job.account().or(() -> ownAccount);
    if (account.isEmpty()) {
      wrong("/account", "is missing", "an account that you may pay from");
    }
    if (job.work().duration().isPresent() == job.work().volume().isPresent()) {
      wrong("/work", "is invalid", "either a duration or a volume");
    }
    if (job.offer().isPresent() && !job.after().isEmpty()) {
      wrong("/after", "is invalid", "no dependencies of a job that accepts an offer");
    }
    if (job.offer().isPresent() && job.array().isPresent()) {
      wrong("/array", "is invalid", "no array that accepts an offer");
    }
    var work =
        job.work()
            .volume()
            .map(Work::volume)
            .orElseGet(
                () -> Work.duration(job.work().duration().map(Duration::toMillis).orElse(1L)));
    var start = job.start();
    boolean hasLimits = start.notBefore().isPresent() || start.deadline().isPresent();
    if (start.at().isPresent() && (hasLimits || work.basis() != Work.Basis.DURATION)) {
      wrong("/start/at", "is invalid", "this time alone, for a job with a duration");
    }
    return new JobSpec(
        job.name(),
        account.orElse(""),
        job.labels(),
        job.nodes(),
        work,
        job.requires().requirements(pointer + "/requires", faults),
        limit(job.budget().total()),
        limit(job.budget().pricePerSlot()),
        job.criterion(),
        start.at().or(start::notBefore),
        start
            .at() // a fixed start and the length of the window are the deadline
            .map(time -> time.plusMillis(work.lengthTicks(1, granularity.toMillis())))
            .or(start::deadline),
        run(job.run()),
        job.onNodeLoss(),
        Optional.of(job.sites().demand()).filter(demand -> !demand.equals(SiteDemand.USUAL)),
        job.after(),
        job.mail(),
        job.priority(),
        Optional.empty());
  }

  private static long limit(Optional<Amount> amount) {
    return amount.map(Amount::milli).orElse(WindowRequest.NO_LIMIT);
  }

  private RunPlan run(JobRequest.Run run) {
    var command = run.command().orElse(List.of("true")); // an estimate needs none
    if (command.get(0).isEmpty()) {
      wrong("/run/command/0", "is empty", "a program");
    }
    CommandTexts.commandFault(command).ifPresent(why -> wrong("/run/command", why, MOST_TEXT));
    CommandTexts.environmentFault(run.environment())
        .ifPresent(why -> wrong("/run/environment", why, MOST_TEXT));
    OF_SHELLS.stream()
        .filter(run.environment()::containsKey)
        .forEach(
            name ->
                wrong(
                    "/run/environment",
                    name + " belongs to the shell that starts the command",
                    "names other than " + String.join(", ", OF_SHELLS)));
    run.chdir()
        .flatMap(StagedFile::nameFault)
        .ifPresent(why -> wrong("/run/chdir", why, "names of up to 255 bytes"));
    return new RunPlan(
        command,
        run.environment(),
        input(run.input()),
        run.grace().toMillis(),
        run.warnBeforeEnd().map(Duration::toMillis),
        run.limits().memoryBytes(),
        run.limits().processes(),
        run.chdir());
  }

  private static boolean isBase64(String text) {
    try {
      Base64.getDecoder().decode(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private List<StoredInput> input(List<JobRequest.Input> files) {
    var input = new ArrayList<StagedFile>();
    long bytes = 0;
    for (int i = 0; i < files.size(); i++) {
      var file = files.get(i);
      var at = "/run/input/" + i;
      boolean isBase64 = file.base64().isPresent();
      if (file.text().isPresent() == isBase64) {
        wrong(at + (isBase64 ? "/base64" : "/text"), "is invalid", "either a text or base64");
        continue;
      } else if (isBase64 && !isBase64(file.base64().get())) {
        wrong(at + "/base64", "is invalid", "base64 as in RFC 4648, section 4");
        continue;
      }
      try {
        var read =
            new StagedFile(file.path(), file.text().or(file::base64).orElseThrow(), isBase64);
        read.faultBeside(input)
            .ifPresent(why -> wrong(at + "/path", why, "a path that fits with the preceding ones"));
        bytes += read.bytes().length;
        input.add(read);
      } catch (IllegalArgumentException e) {
        wrong(at + "/path", String.valueOf(e.getMessage()), "a relative path");
      }
    }
    if (bytes > StagedFile.MOST_BYTES) {
      wrong("/run/input", "is too long", "%d bytes in total".formatted(StagedFile.MOST_BYTES));
    }
    var stored = input.stream().map(StoredInput::of).toList();
    for (int i = 0; i < input.size(); i++) {
      inputs.put(stored.get(i).sha256(), input.get(i).bytes());
    }
    return stored;
  }
}
