package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workflows: submitted, planned, shown and cancelled as one. */
final class WorkflowsApiTest extends OnOneService {
  private static final String PATH = "/v1/workflows";

  private static String task(String name, String after, String command) {
    return ("{'task':'%s','after':[%s],'job':{'work':{'duration':'PT1S'},"
            + "'run':{'command':['%s']}}}")
        .formatted(name, after, command);
  }

  private static String body(String members, String... tasks) {
    return "{'name':'w'%s,'jobs':[%s]}"
        .formatted(members, String.join(",", tasks))
        .replace('\'', '"');
  }

  private static String diamond(String members) {
    return body(
        members,
        task("d", "'b','c'", "x"),
        task("b", "'a'", "x"),
        task("c", "'a'", "x"),
        task("a", "", "x"));
  }

  private JsonNode submit(String body) throws Exception {
    var made = api.call("POST", PATH, "user1", body);
    assertThat(made.status()).as(made.json().toString()).isEqualTo(201);
    assertThat(made.header("Location")).isEqualTo(PATH + "/" + made.json().path("id").asText());
    return made.json();
  }

  private JsonNode over(String id) throws Exception {
    var path = PATH + "/" + id;
    var workflow = api.call("GET", path, "user1", "").json();
    while (!workflow.path("times").has("ended")) {
      var query = "?wait=20s&sinceVersion=" + workflow.path("version").asLong();
      var next = api.call("GET", path + query, "user1", "");
      workflow = next.status() == 304 ? workflow : next.json();
    }
    return workflow;
  }

  private void cancel(String id) throws Exception {
    assertThat(api.call("POST", PATH + "/" + id + ":cancel", "user1", "").status()).isEqualTo(202);
  }

  private static Map<String, JsonNode> tasks(JsonNode workflow) {
    var tasks = new TreeMap<String, JsonNode>();
    workflow.path("tasks").forEach(task -> tasks.put(task.path("task").asText(), task));
    return tasks;
  }

  private static Instant time(JsonNode task, String member) {
    return Instant.parse(task.path(member).asText());
  }

  @Test
  void jobsRunInTheOrderOfTheirEdges() throws Exception {
    var workflow = over(submit(diamond("")).path("id").asText());

    assertThat(workflow.path("state").asText()).isEqualTo("finished");
    assertThat(workflow.at("/counts/finished").asInt()).isEqualTo(4);
    assertThat(workflow.path("exit").asInt()).isZero();
    var tasks = tasks(workflow);
    assertThat(tasks.get("d").path("after")).extracting(JsonNode::asText).contains("b", "c");
    var started = new TreeMap<String, Instant>();
    var ended = new TreeMap<String, Instant>();
    for (var each : tasks.entrySet()) {
      var job = api.call("GET", "/v1/jobs/" + each.getValue().path("job").asText(), "user1", "");
      assertThat(job.json().at("/workflow/task").asText()).isEqualTo(each.getKey());
      started.put(each.getKey(), Instant.parse(job.json().at("/times/started").asText()));
      ended.put(each.getKey(), Instant.parse(job.json().at("/window/parts/0/ended").asText()));
    }
    assertThat(started.get("b")).isAfterOrEqualTo(ended.get("a"));
    assertThat(started.get("c")).isAfterOrEqualTo(ended.get("a"));
    assertThat(started.get("d")).isAfterOrEqualTo(ended.get("b")).isAfterOrEqualTo(ended.get("c"));
  }

  @Test
  void allJobsAreBookedWhileTheFirstRuns() throws Exception {
    var id =
        submit(body("", task("a", "", "hang"), task("b", "'a'", "x"), task("c", "'b'", "x")))
            .path("id")
            .asText();
    JsonNode workflow;
    do {
      workflow = api.call("GET", PATH + "/" + id, "user1", "").json();
    } while (!workflow.at("/counts/running").asText("0").equals("1"));

    assertThat(workflow.at("/counts/booked").asInt()).isEqualTo(2);
    var tasks = tasks(workflow);
    assertThat(time(tasks.get("c"), "start")).isAfterOrEqualTo(time(tasks.get("b"), "finish"));
    assertThat(tasks.values()).allMatch(task -> task.path("critical").asBoolean());
    assertThat(workflow.path("finish")).isEqualTo(tasks.get("c").path("finish"));
    cancel(id);
    workflow = over(id);
    assertThat(workflow.path("state").asText()).isEqualTo("withdrawn");
    assertThat(api.call("POST", PATH + "/" + id + ":cancel", "user1", "").status()).isEqualTo(409);
  }

  @Test
  void aFailureRefusesAllThatFollowsUnlessItOnlyNeedsTheEnd() throws Exception {
    var last =
        "{'task':'e','afterAny':['c'],'job':{'work':{'duration':'PT1S'},'run':{'command':['x']}}}";
    var workflow =
        over(
            submit(body("", task("a", "", "exit-3"), task("c", "'a'", "x"), last))
                .path("id")
                .asText());

    var tasks = tasks(workflow);
    assertThat(tasks.get("a").path("state").asText()).isEqualTo("failed");
    assertThat(tasks.get("c").path("state").asText()).isEqualTo("refused");
    assertThat(tasks.get("c").at("/reason/code").asText()).isEqualTo("dependency-missed");
    assertThat(tasks.get("e").path("state").asText()).isEqualTo("finished");
    assertThat(workflow.path("exit").asInt()).isEqualTo(3);
    assertThat(workflow.path("state").asText()).isEqualTo("failed");
  }

  @Test
  void aCycleIsNamedWithoutTheJobsThatOnlyFollowIt() throws Exception {
    var body =
        body(
            "",
            task("a", "'c'", "x"),
            task("b", "'c'", "x"),
            task("c", "'d'", "x"),
            task("d", "'c'", "x"));

    var refused = api.call("POST", PATH, "user1", body);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().path("detail").asText())
        .startsWith("/jobs wait for each other: c, d: allowed");
  }

  @Test
  void oneKeyMakesOneWorkflow() throws Exception {
    var key = new String[] {"Idempotency-Key", "workflow-key"};
    var first = api.call("POST", PATH, "user1", diamond(""), key);
    var second = api.call("POST", PATH, "user1", diamond(""), key);
    var other = api.call("POST", PATH, "user1", diamond(",'budget':'900'"), key);

    assertThat(first.status()).isEqualTo(201);
    assertThat(second.status()).isEqualTo(200);
    assertThat(second.json().path("id")).isEqualTo(first.json().path("id"));
    assertThat(other.status()).isEqualTo(422);
    assertThat(other.json().path("type").asText()).endsWith("key-reused");
    cancel(first.json().path("id").asText());
  }

  @Test
  void anOfferIsBookedAsOffered() throws Exception {
    var offers = api.call("POST", PATH + ":estimate", "user1", diamond("")).json();
    var goals = new ArrayList<String>();
    offers.path("offers").forEach(offer -> goals.add(offer.path("goal").asText()));
    assertThat(goals).startsWith("soonest");
    var offer = offers.at("/offers/0");
    var accepted = ",'offer':'%s'".formatted(offer.path("offer").asText());

    var other = api.call("POST", PATH, "user1", body(accepted, task("a", "", "x")));
    assertThat(other.json().at("/reason/code").asText()).isEqualTo("offer-of-another-job");
    var made = submit(diamond(accepted));

    assertThat(made.at("/counts/booked").asInt()).isEqualTo(4);
    assertThat(made.path("cost")).isEqualTo(offer.path("cost"));
    var tasks = tasks(made);
    for (var task : offer.path("tasks")) {
      var own = tasks.get(task.path("task").asText());
      assertThat(own.path("start")).isEqualTo(task.path("start"));
      assertThat(own.path("nodes")).isEqualTo(task.path("nodes"));
    }
    var late = api.call("POST", PATH, "user1", diamond(accepted));
    assertThat(late.status()).isEqualTo(409);
    cancel(made.path("id").asText());
  }

  @Test
  void aWorkflowIsListedForItsAccountAlone() throws Exception {
    var id = submit(diamond(",'budget':'900','deadline':'2030-01-01T00:00:00Z'")).path("id");

    var own = api.call("GET", PATH + "?limit=1", "user1", "").json();
    assertThat(own.at("/items/0/id")).isEqualTo(id);
    assertThat(own.at("/items/0/budget").asText()).isEqualTo("900.000");
    assertThat(api.call("GET", PATH, "user2", "").json().path("items")).isEmpty();
    assertThat(api.call("GET", PATH + "/" + id.asText(), "user2", "").status()).isEqualTo(404);
    cancel(id.asText());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'b' | 400 | /jobs/0/after/0 | is unknown",
        "'a' | 400 | /jobs | wait for each other: a"
      })
  void faultyEdgesAreNamed(String after, int status, String pointer, String message)
      throws Exception {
    var answer = api.call("POST", PATH, "user1", body("", task("a", after, "x")));

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.json().at("/errors/0/pointer").asText()).isEqualTo(pointer);
    assertThat(answer.json().path("detail").asText()).contains(message);
  }

  @Test
  void aWorkflowHasABoundedNumberOfEdges() throws Exception {
    var tasks = new ArrayList<String>();
    var names = new ArrayList<String>();
    for (int i = 0; i < 210; i++) {
      tasks.add(task("t" + i, String.join(",", names), "x"));
      names.add("'t%d'".formatted(i));
    }
    var answer = api.call("POST", PATH, "user1", body("", tasks.toArray(String[]::new)));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().path("detail").asText())
        .contains("/jobs have 21,945 names in after and afterAny", "20,000 names in total");
  }

  @Test
  void jobsHaveDifferentNames() throws Exception {
    var answer = api.call("POST", PATH, "user1", body("", task("a", "", "x"), task("a", "", "x")));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().at("/errors/0/pointer").asText()).isEqualTo("/jobs/1/task");
  }

  @Test
  void aWorkflowThatCostsMoreThanItsBudgetIsRefused() throws Exception {
    var answer = api.call("POST", PATH, "user1", diamond(",'budget':'0.001'"));

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().at("/reason/code").asText()).isEqualTo("workflow-budget");
    var none = api.call("POST", PATH + ":estimate", "user1", diamond(",'budget':'0.001'")).json();
    assertThat(none.path("offers")).isEmpty();
    assertThat(none.at("/reason/code").asText()).isEqualTo("workflow-budget");
  }
}
