package io.metasched.lab.campaign;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.lab.check.RecordedCall;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Client that executes the actions of a schedule. */
final class ScheduledClient {
  private static final JsonNode NOTHING = MissingNode.getInstance();
  private static final int HALF_OF_CHOICES = 500;
  private static final String JOBS = "/v1/jobs";
  private static final String WORKFLOWS = "/v1/workflows";

  private static final int MOST_UNTIL_MIDNIGHT = 15;
  private static final int HALF_A_DAY = 43_200;

  private final CallRecorder recorder;
  private final CampaignScenario scenario;
  private final Path runs;
  private final List<String> jobs = new ArrayList<>();
  private final List<String> arrays = new ArrayList<>();
  private final List<String> workflows = new ArrayList<>();
  private final List<String> reservations = new ArrayList<>();
  private int numbers;

  ScheduledClient(CallRecorder recorder, CampaignScenario scenario, Path runs) {
    this.recorder = recorder;
    this.scenario = scenario;
    this.runs = runs;
  }

  void act(List<ClientAction> actions) throws InterruptedException {
    for (var action : actions) {
      TimeUnit.MILLISECONDS.sleep(action.pauseMillis());
      act(action);
    }
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  private void act(ClientAction action) {
    switch (action.kind()) {
      case SUBMIT -> submitted(send(action, JOBS, body(action)));
      case BATCH -> batch(action);
      case ARRAY -> submitted(send(action, JOBS, array(action, body(action))));
      case AFTER -> submitted(send(action, JOBS, after(action)));
      case WORKFLOW -> workflow(action);
      case CANCEL_WORKFLOW -> cancelWorkflow(action);
      case CANCEL_ARRAY -> cancelArray(action);
      case CANCEL -> withJob(action, ":cancel", NOTHING);
      case SIGNAL -> withJob(action, ":signal", object().put("signal", "USR1"));
      case SHOW -> show(action);
      case OFFER, FIRM -> takeOffer(action);
      case RESERVE -> reserve(action);
      case RELEASE -> release(action);
      case DEPOSIT -> deposit(action);
      case GRANT -> grant(action);
      case DRAIN -> drain(action);
      case RESUME -> send(action, "/v1/nodes/" + node(action) + ":resume", NOTHING);
    }
  }

  private ObjectNode body(ClientAction action) {
    return body(action, 0);
  }

  /**
   * Returns a job of an action. If a site sells advised windows, every second job accepts them, and
   * each job with more nodes than the others have, which could never run otherwise.
   */
  private ObjectNode body(ClientAction action, int job) {
    var draft = action.jobs().get(job);
    var body = draft.body(runs);
    boolean isSecond = (action.choice() / HALF_OF_CHOICES + job) % 2 == 0;
    if (scenario.hasAdvisedSite() && (isSecond || draft.nodes() > scenario.firmNodes())) {
      body.putObject("sites").put("acceptAdvised", true);
    }
    return body;
  }

  private RecordedCall send(ClientAction action, String path, JsonNode body) {
    return send(action, path, body, "");
  }

  /**
   * Sends a request and repeats it as the action specifies. The key of a request that creates an
   * item is the item's name.
   */
  private RecordedCall send(ClientAction action, String path, JsonNode body, String otherKey) {
    var key = otherKey.isEmpty() ? body.path("name").asText() : otherKey;
    var call =
        action.persistent()
            ? recorder.repeatUntilAnswered("POST", path, body, key)
            : recorder.ask("POST", path, body, key);
    return action.again() && !key.isEmpty() ? recorder.ask("POST", path, body, key) : call;
  }

  private void submitted(RecordedCall call) {
    if (call.isAcknowledged()) {
      var id = call.answer().path("id").asText();
      if (call.body().has("array")) {
        arrays.add(id);
        jobs.add(id + "_1");
      } else {
        jobs.add(id);
      }
    }
  }

  /** Adds two to six elements to a body, most of them with a limit. */
  private static ObjectNode array(ClientAction action, ObjectNode body) {
    int last = 2 + action.choice() % 5;
    var array = body.putObject("array").put("indices", "1-" + last);
    if (action.choice() % 4 > 0) {
      array.put("most", 1 + action.choice() % 3);
    }
    return body;
  }

  /** Returns the body of a job or array that waits for an earlier job or array, if there is one. */
  private ObjectNode after(ClientAction action) {
    var body = body(action);
    boolean isOnArray = !arrays.isEmpty() && action.choice() % 2 == 0;
    if (!isOnArray && jobs.isEmpty()) {
      return body;
    }
    var outcomes = List.of("started", "any", "ok", "failed", "each-ok");
    var outcome = outcomes.get(action.choice() % (isOnArray ? 5 : 4));
    body.withArray("after")
        .addObject()
        .put("job", chosen(action, isOnArray ? arrays : jobs))
        .put("outcome", outcome);
    if (outcome.equals("each-ok")) {
      body.putObject("array").put("indices", "1-2"); // which every array has
    }
    return body;
  }

  private void cancelArray(ClientAction action) {
    if (!arrays.isEmpty()) {
      send(action, "/v1/arrays/" + chosen(action, arrays) + ":cancel", NOTHING);
    }
  }

  /** Submits a workflow: a chain, or two jobs after the first; some have a budget. */
  private void workflow(ClientAction action) {
    var body = object();
    for (int place = 0; place < action.jobs().size(); place++) {
      var task = body.withArray("jobs").addObject().put("task", "t" + place);
      task.set("job", body(action, place));
      if (place > 0) {
        boolean isChain = action.choice() % 2 == 0;
        task.withArray(action.choice() % 3 == 0 ? "afterAny" : "after")
            .add("t" + (isChain ? place - 1 : 0));
      }
    }
    if (action.choice() % 4 == 0) {
      body.put("budget", "0.%d00".formatted(1 + action.choice() % 9));
    }
    var call = send(action, WORKFLOWS, body, action.jobs().get(0).name());
    if (call.isAcknowledged()) {
      workflows.add(call.answer().path("id").asText());
      call.answer().path("tasks").forEach(task -> jobs.add(task.path("job").asText()));
    }
  }

  private void cancelWorkflow(ClientAction action) {
    if (!workflows.isEmpty()) {
      send(action, WORKFLOWS + "/" + chosen(action, workflows) + ":cancel", NOTHING);
    }
  }

  private void batch(ClientAction action) {
    var batch = object();
    for (int job = 0; job < action.jobs().size(); job++) {
      batch.withArray("jobs").add(body(action, job));
    }
    var call = send(action, JOBS + ":batch", batch, action.jobs().get(0).name());
    for (var item : call.answer().path("items")) {
      if (item.has("id")) {
        jobs.add(item.path("id").asText());
      }
    }
  }

  private static String chosen(ClientAction action, List<String> from) {
    // recent items more often than earlier ones, which may be over
    int back = Integer.numberOfTrailingZeros(action.choice() + 1) % from.size();
    return from.get(from.size() - 1 - back);
  }

  private void withJob(ClientAction action, String verb, JsonNode body) {
    if (!jobs.isEmpty()) {
      send(action, JOBS + "/" + chosen(action, jobs) + verb, body);
    }
  }

  private void show(ClientAction action) {
    if (!jobs.isEmpty()) {
      recorder.ask("GET", JOBS + "/" + chosen(action, jobs), NOTHING, "");
    }
  }

  private void takeOffer(ClientAction action) {
    var wanted = object();
    wanted.set("job", body(action));
    wanted.put("firm", action.kind() == ClientAction.Kind.FIRM);
    var offers = recorder.ask("POST", "/v1/estimates", wanted, "").answer().path("offers");
    if (!offers.isEmpty()) {
      int which = action.kind() == ClientAction.Kind.FIRM ? 0 : action.choice() % offers.size();
      var body = body(action).put("offer", offers.path(which).path("offer").asText());
      submitted(send(action, JOBS, body));
    }
  }

  private void reserve(ClientAction action) {
    var draft = action.jobs().get(0);
    var body = object().put("name", "r." + draft.name()).put("nodes", draft.nodes());
    var start = Instant.now().plusMillis(1500 + 2L * action.choice());
    body.put("start", start.toString());
    body.put("duration", "PT%dS".formatted(1 + action.choice() % 3));
    var call = send(action, "/v1/reservations", body);
    if (call.isAcknowledged()) {
      reservations.add(call.answer().path("id").asText());
    }
  }

  private void release(ClientAction action) {
    if (!reservations.isEmpty()) {
      var path = "/v1/reservations/" + chosen(action, reservations) + ":release";
      send(action, path, NOTHING);
    }
  }

  /** Deposits a unique amount, by which the deposit is recognized. */
  private void deposit(ClientAction action) {
    int number = ++numbers;
    var body = object().put("amount", "1.%03d".formatted(number));
    send(action, "/v1/accounts/user1/deposits", body, "deposit-" + number);
  }

  /**
   * Grants a user a unique amount. The present period is paid at once, and ends some seconds later:
   * it is midnight then in the time zone of the grant.
   */
  private void grant(ClientAction action) {
    var midnight = Instant.now().plusSeconds(3 + action.choice() % MOST_UNTIL_MIDNIGHT);
    int second = midnight.atOffset(ZoneOffset.UTC).toLocalTime().toSecondOfDay();
    int offset = second <= HALF_A_DAY ? -second : 2 * HALF_A_DAY - second;
    var zone = ZoneOffset.ofTotalSeconds(offset);
    var body = object();
    body.putObject("grant")
        .put("amount", "0.%03d".formatted(++numbers))
        .put("period", "weekly")
        .put("zone", zone.getId())
        .put("from", LocalDate.ofInstant(midnight, zone).minusWeeks(1).toString())
        .put("carryOver", action.choice() % 4 == 0);
    var path = "/v1/accounts/user" + (1 + action.choice() % 2);
    if (action.persistent()) {
      recorder.repeatUntilAnswered("PATCH", path, body, "");
    } else {
      recorder.ask("PATCH", path, body, "");
    }
  }

  private String node(ClientAction action) {
    return scenario.nodes().get(action.choice() % scenario.nodes().size());
  }

  private void drain(ClientAction action) {
    var modes = List.of("sellNothing", "giveBack", "now");
    var body = object().put("mode", modes.get(action.choice() % modes.size()));
    body.put("reason", "drain " + ++numbers);
    send(action, "/v1/nodes/" + node(action) + ":drain", body);
  }

  /** Puts all nodes back on sale. */
  void resumeAll() {
    for (var node : scenario.nodes()) {
      recorder.repeatUntilAnswered("POST", "/v1/nodes/" + node + ":resume", NOTHING, "");
    }
  }
}
