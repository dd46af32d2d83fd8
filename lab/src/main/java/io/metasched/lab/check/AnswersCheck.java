package io.metasched.lab.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** Check that acknowledged changes exist afterwards, and that no answer has a forbidden status. */
final class AnswersCheck {
  private final Evidence evidence;
  private final Findings findings;
  private final TreeMap<String, JsonNode> booked = new TreeMap<>();
  private final TreeSet<String> firm = new TreeSet<>();
  private final TreeSet<String> drains = new TreeSet<>();
  private final TreeSet<Long> grants = new TreeSet<>(); // amounts in 1/1000

  AnswersCheck(Evidence evidence, Findings findings) {
    this.evidence = evidence;
    this.findings = findings;
  }

  void check() {
    for (var line : evidence.events()) {
      var event = Evidence.event(line);
      switch (Evidence.kind(line)) {
        case "job-booked" -> booked.putIfAbsent(event.path("id").asText(), event);
        case "claim-made" -> firm.add(event.path("id").asText());
        case "grant-set" -> grants.add(event.at("/granted/grant/milli").asLong());
        case "node-drained" -> drains.add(event.path("reason").asText());
        default -> {}
      }
    }
    for (var call : evidence.calls()) {
      checkStatus(call);
      if (call.isAcknowledged()) {
        checkKept(call);
      }
    }
    checkDrains();
  }

  private void kept(boolean holds, RecordedCall call, String otherwise) {
    findings.require(
        holds, Invariant.ACKNOWLEDGED_IS_KEPT, "%s got %d, but %s", call, call.status(), otherwise);
  }

  /**
   * Rejects forbidden statuses. While the service is unavailable, it replies 503; 422 (a reused
   * key) and 404 cannot occur, because no client causes them.
   */
  private void checkStatus(RecordedCall call) {
    int status = call.status();
    boolean isFailure = status >= 500 && status != 503;
    boolean isKeyReused = call.answer().path("type").asText().endsWith("key-reused");
    findings.require(
        !isFailure && !isKeyReused && status != 404 && status != 400 && status != 401,
        Invariant.ANSWERS,
        "%s got %d: %s",
        call,
        status,
        call.answer());
  }

  private void checkKept(RecordedCall call) {
    if (call.isPost("/v1/jobs") && call.body().has("array")) {
      var id = call.answer().path("id").asText();
      Evidence.indices(call.body()).forEach(index -> checkJob(call, call.body(), id + "_" + index));
    } else if (call.isPost("/v1/jobs")) {
      checkJob(call, call.body(), call.answer().path("id").asText());
    } else if (call.isPost("/v1/jobs:batch")) {
      for (int i = 0; i < call.answer().path("items").size(); i++) {
        var item = call.answer().path("items").get(i);
        if (item.has("id")) {
          checkJob(call, call.body().path("jobs").path(i), item.path("id").asText());
        }
      }
    } else if (call.isPost("/v1/workflows")) {
      for (var wanted : call.body().path("jobs")) {
        checkTask(call, wanted);
      }
    } else if (call.isPost("/v1/reservations")) {
      var claim = evidence.claims().get(call.answer().path("id").asText());
      kept(
          claim != null && claim.path("name").equals(call.body().path("name")),
          call,
          "there is no such reservation");
    } else if (call.isPost("/v1/estimates") && call.status() == 201) {
      var offer = call.answer().path("offers").path(0).path("offer").asText();
      kept(firm.contains(offer), call, "the offer was never held: " + offer);
    } else if (!call.target("/v1/jobs/", ":cancel").isEmpty()) {
      checkCancel(call, call.target("/v1/jobs/", ":cancel"));
    } else if (!call.target("/v1/nodes/", ":drain").isEmpty()) {
      var reason = call.body().path("reason").asText();
      kept(drains.contains(reason), call, "no node was drained with the reason " + reason);
    } else if (call.body().has("grant")) {
      var amount = new BigDecimal(call.body().at("/grant/amount").asText());
      long milli = amount.movePointRight(3).longValueExact();
      kept(grants.contains(milli), call, "the grant was never set");
    } else if (!call.target("/v1/reservations/", ":release").isEmpty()) {
      var claim = evidence.claims().get(call.target("/v1/reservations/", ":release"));
      var state = claim == null ? "gone" : claim.path("state").asText();
      kept(List.of("released", "over").contains(state), call, "it is " + state);
    }
  }

  private void checkTask(RecordedCall call, JsonNode wanted) {
    var ids = new ArrayList<String>();
    for (var task : call.answer().path("tasks")) {
      if (task.path("task").equals(wanted.path("task"))) {
        ids.add(task.path("job").asText());
      }
    }
    kept(ids.size() == 1, call, "it has no single job " + wanted.path("task"));
    ids.forEach(id -> checkJob(call, wanted.path("job"), id));
  }

  private void checkJob(RecordedCall call, JsonNode body, String id) {
    var job = evidence.jobs().get(id);
    kept(job != null, call, "there is no job " + id);
    if (job == null) {
      return;
    }
    kept(job.path("name").equals(body.path("name")), call, "another job has the id " + id);
    var state = job.path("state").asText();
    if (body.has("offer")) {
      var event = booked.get(id);
      kept(
          event != null && event.path("cycle").asLong() < 0,
          call,
          "the offer was not accepted, and the job is " + state);
    }
  }

  /** Checks that an acknowledged cancellation determined the final state. */
  private void checkCancel(RecordedCall call, String id) {
    var job = evidence.jobs().get(id);
    var state = job == null ? "gone" : job.path("state").asText();
    kept(List.of("withdrawn", "lost").contains(state), call, "it is " + state);
  }

  /**
   * Checks that each node is in the state of its last drain or resumption, if the request was
   * answered.
   */
  private void checkDrains() {
    var last = new TreeMap<String, RecordedCall>();
    for (var call : evidence.calls()) {
      var drain = call.target("/v1/nodes/", ":drain");
      var node = drain.isEmpty() ? call.target("/v1/nodes/", ":resume") : drain;
      if (!node.isEmpty()) {
        last.put(node, call);
      }
    }
    last.forEach(
        (node, call) -> {
          if (call.isAcknowledged()) {
            boolean isDrained = evidence.drained().contains(node);
            kept(
                isDrained == call.path().endsWith(":drain"),
                call,
                isDrained ? "the node is drained" : "the node is for sale");
          }
        });
  }
}
