package io.metasched.service.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.client.ApiClient;
import io.metasched.service.config.ServiceSettings;
import io.metasched.service.run.FakeExecutor;
import io.metasched.service.run.FakeRun;
import io.metasched.service.start.LiveService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Demonstration service with some hours of history: three domains, users who share an account, jobs
 * of all kinds, changed prices. The clock begins in the past and runs fast until it reaches the
 * present.
 */
final class ShownService implements AutoCloseable {
  private static final Duration PAST = Duration.ofHours(6);
  private static final int SPEED = 500;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CONF =
      """
      metasched.service {
        requests-per-second = 1e9
        cycle { period = 10s, lead = 3m }
        runs { prepare-lead = 2m, tolerance = 2m }
        users = [
          { name = physics, deposit = "9000" }, { name = anna, deposit = "250" }
          { name = ben, deposit = "400" }, { name = cleo, deposit = "5000" }
        ]
        nodes = [%s]
      }
      """;

  private final FastClock clock = new FastClock();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final Random random = new Random(7);
  private final LiveService service;
  private final Path data;
  private final ApiClient admin;

  /** Clock that starts in the past and runs fast until it reaches the present. */
  private static final class FastClock extends Clock {
    private final Instant begun = Instant.now();

    @Override
    public Instant instant() {
      var real = Instant.now();
      var model = begun.minus(PAST).plus(Duration.between(begun, real).multipliedBy(SPEED));
      return model.isBefore(real) ? model : real;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  ShownService(Path folder) throws IOException {
    data = Files.createDirectories(folder.resolve("data"));
    var conf = Files.writeString(folder.resolve("shown.conf"), CONF.formatted(nodes()));
    var executor = new FakeExecutor(clock, spec -> fake(spec.command()));
    var settings =
        ServiceSettings.read(Optional.of(conf), Optional.of(data), Optional.of(0), folder);
    service = LiveService.start(settings, clock, "shown", (own, time) -> executor);
    var unused = timer.scheduleWithFixedDelay(executor::advance, 5, 5, TimeUnit.MILLISECONDS);
    admin = client("admin");
  }

  private static String nodes() {
    var all = new StringBuilder();
    for (var domain : List.of("north 4 2 0.010", "south 5 1 0.004", "cloud 3 3 0.030")) {
      var words = domain.split(" ", -1);
      for (int i = 1; i <= Integer.parseInt(words[1]); i++) {
        all.append("{ name = \"%s-%d\", domain = %s".formatted(words[0], i, words[0]))
            .append(", performance = %s, price = \"%s\"".formatted(words[2], words[3]))
            .append(", properties = [\"arch=x86_64\"] }\n");
      }
    }
    return all.toString();
  }

  /** Returns a run with the duration in minutes and the exit status given in the command. */
  private static FakeRun fake(List<String> command) {
    var words = command.get(command.size() - 1).split(" ", -1);
    int minutes = Integer.parseInt(words[1]);
    var output = new StringBuilder();
    for (int step = 1; step <= 12; step++) {
      output.append("step %2d of 40, residual %.2e%n".formatted(step, Math.exp(-step / 1.7)));
    }
    return new FakeRun(
        Duration.ZERO,
        Optional.empty(),
        false,
        minutes == 0 ? Optional.empty() : Optional.of(Duration.ofMinutes(minutes)),
        Integer.parseInt(words[2]),
        true,
        false,
        output.toString());
  }

  String url() {
    return service.url();
  }

  String token(String user) throws IOException {
    return Files.readString(data.resolve("tokens").resolve(user)).strip();
  }

  private ApiClient client(String user) {
    return ApiClient.of(service.url(), data.resolve("tokens").resolve(user), Optional.empty());
  }

  /** Waits until the clock is {@code minutesBefore} minutes before the present. */
  private void until(int minutesBefore) {
    var begin = clock.begun.plus(Duration.ofMillis(PAST.toMillis() / SPEED));
    while (clock.instant().isBefore(begin.minus(Duration.ofMinutes(minutesBefore)))) {
      LockSupport.parkNanos(5_000_000);
    }
  }

  private static ObjectNode json(String text) {
    try {
      return (ObjectNode) JSON.readTree(text);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a job that runs for {@code runs} of its {@code minutes}. */
  private static ObjectNode job(String name, String account, int nodes, int minutes, int runs) {
    var job = JsonNodeFactory.instance.objectNode();
    job.put("name", name).put("account", account).put("nodes", nodes).put("criterion", "finish");
    job.putObject("work").put("duration", "PT%dM".formatted(minutes));
    run(job, runs, 0);
    return job;
  }

  private static void run(ObjectNode job, int minutes, int exit) {
    var program = job.path("name").asText().replaceAll("-.*", "");
    var command = job.putObject("run").putArray("command").add("sh").add("-c");
    command.add("./%s %d %d".formatted(program, minutes, exit));
  }

  /** Plays the hours of history; returns the objects that the views refer to. */
  ObjectNode live() throws IOException {
    var ann = member("anna", "physics");
    var ben = member("ben", "physics");
    var cleo = client("cleo");
    var there = JsonNodeFactory.instance.objectNode();
    var names = List.of("render", "fit", "train", "mesh", "align");
    for (int minute = (int) PAST.toMinutes() - 2; minute > 3; minute -= 4) {
      until(minute);
      policies(minute);
      if (minute < 42 && !there.has("workflow")) {
        there.put("workflow", workflow(cleo));
      }
      for (int more = random.nextInt(3); more > 0; more--) {
        int which = random.nextInt(3);
        var name = names.get(random.nextInt(names.size())) + "-" + (400 - minute);
        int lasts = 10 + random.nextInt(50);
        int runs = Math.max(1, lasts * (50 + random.nextInt(50)) / 100);
        var account = which == 2 ? "cleo" : "physics";
        var job = job(name, account, 1 + random.nextInt(3), lasts, runs);
        if (random.nextInt(9) == 0) {
          run(job, runs / 2, 2);
        }
        List.of(ann, ben, cleo).get(which).post("/v1/jobs", job, Optional.empty());
      }
    }
    return present(there, ann, ben, cleo);
  }

  private void policies(int minute) {
    if (minute % 100 < 4) {
      for (int node = 1; node <= 4; node++) {
        price("north-" + node, 8 + random.nextInt(8));
      }
    } else if (minute % 70 < 4) {
      for (int node = 1; node <= 3; node++) {
        price("cloud-" + node, 15 + random.nextInt(25));
      }
    }
  }

  private void price(String node, int milli) {
    var policy = json("{\"price\":\"0.%03d\"}".formatted(milli));
    var night = policy.putArray("tariffs").addObject();
    night.putArray("days");
    night.put("from", "22:00").put("to", "06:00").put("price", "0.%03d".formatted(milli / 2 + 1));
    admin.put("/v1/nodes/%s/policy".formatted(node), policy);
  }

  /** Submits a small survey: cuts of some fields, fits between neighbours, and one picture. */
  private String workflow(ApiClient cleo) {
    var wanted = JsonNodeFactory.instance.objectNode();
    wanted.put("name", "sky survey").put("account", "cleo").put("budget", "1500");
    wanted.put("deadline", clock.instant().plus(Duration.ofHours(20)).toString());
    task(wanted, "prepare", List.of(), 10);
    for (int field = 1; field <= 6; field++) {
      task(wanted, "cut-" + field, List.of("prepare"), 15 + field);
    }
    for (int field = 1; field <= 5; field++) {
      task(wanted, "fit-" + field, List.of("cut-" + field, "cut-" + (field + 1)), 25);
    }
    task(wanted, "picture", List.of("fit-1", "fit-2", "fit-3", "fit-4", "fit-5"), 40);
    return cleo.post("/v1/workflows", wanted, Optional.empty()).path("id").asText();
  }

  private static void task(ObjectNode workflow, String name, List<String> after, int minutes) {
    var task = workflow.withArray("jobs").addObject().put("task", name);
    after.forEach(task.putArray("after")::add);
    var job = job(name, "cleo", 1, minutes, minutes - 2);
    job.remove("account");
    task.set("job", job);
  }

  private ApiClient member(String name, String account) throws IOException {
    var body = json("{\"principal\":\"%s\",\"role\":\"user\"}".formatted(name));
    body.putArray("accounts").add(name).add(account);
    var token = admin.post("/v1/tokens", body, Optional.empty()).path("token").asText();
    var file = Files.writeString(data.resolve("tokens").resolve(name), token);
    return ApiClient.of(service.url(), file, Optional.empty());
  }

  /** Creates the final state: jobs in all states, a reservation, a drained node. */
  private ObjectNode present(ObjectNode there, ApiClient ann, ApiClient ben, ApiClient cleo) {
    until(0);
    var poor = job("survey-sky", "cleo", 4, 90, 60);
    poor.putObject("budget").put("total", "95");
    poor.putObject("start").put("deadline", clock.instant().plusSeconds(6000).toString());
    there.put("waiting", cleo.post("/v1/jobs", poor, Optional.empty()).path("id").asText());
    var wide = job("weather-eu", "physics", 5, 30, 20);
    wide.putObject("start").put("notBefore", clock.instant().plusSeconds(5400).toString());
    ben.post("/v1/jobs", wide, Optional.empty());
    var gone = ann.post("/v1/jobs", job("mesh-old", "anna", 1, 20, 10), Optional.empty());
    ann.post(
        "/v1/jobs/%s:cancel".formatted(gone.path("id").asText()), json("{}"), Optional.empty());
    var reserved = json("{\"name\":\"course\",\"nodes\":1,\"duration\":\"PT45M\"}");
    reserved.put("account", "cleo").put("start", clock.instant().plusSeconds(172_800).toString());
    cleo.post("/v1/reservations", reserved, Optional.empty());
    admin.post(
        "/v1/nodes/south-5:drain",
        json("{\"mode\":\"sellNothing\",\"reason\":\"new disk\"}"),
        Optional.empty());
    admin.post(
        "/v1/nodes/south-4/localJobs",
        json("{\"name\":\"backup\",\"duration\":\"PT30M\"}"),
        Optional.empty());
    var running = admin.get("/v1/jobs?limit=1&state=running").path("items").path(0).path("id");
    return there.put("running", running.asText());
  }

  @Override
  public void close() {
    timer.shutdownNow();
    service.close();
  }
}
