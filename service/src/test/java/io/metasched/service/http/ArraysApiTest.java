package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arrays of jobs with one id. */
final class ArraysApiTest extends OnOneService {
  private static final String ARRAY =
      "{'name':'%s','work':{'duration':'PT1S'},'array':%s,'after':[%s],'run':{'command':['%s']}}";

  private static String array(String name, String array, String command, String after) {
    return ARRAY.formatted(name, array, after, command).replace('\'', '"');
  }

  private JsonNode submit(String name, String array, String command) throws Exception {
    var made = api.call("POST", "/v1/jobs", "user1", array(name, array, command, ""));
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.header("Location")).isEqualTo("/v1/arrays/" + made.json().path("id").asText());
    return made.json();
  }

  private JsonNode over(String id) throws Exception {
    var path = "/v1/arrays/" + id;
    var array = api.call("GET", path, "user1", "").json();
    while (!array.path("times").has("ended")) {
      var query = "?wait=20s&sinceVersion=" + array.path("version").asLong();
      var next = api.call("GET", path + query, "user1", "");
      array = next.status() == 304 ? array : next.json();
    }
    return array;
  }

  private static List<String> ids(JsonNode page) {
    return StreamSupport.stream(page.path("items").spliterator(), false)
        .map(job -> job.path("id").asText())
        .toList();
  }

  @Test
  void eachElementRunsOnceWithItsIndex() throws Exception {
    var made = submit("index", "{'indices':'3,5-9:2','most':2}", "x");
    var id = made.path("id").asText();
    assertThat(made.at("/array/size").asInt()).isEqualTo(4);

    var array = over(id);

    assertThat(array.path("state").asText()).isEqualTo("finished");
    assertThat(array.at("/array/indices").asText()).isEqualTo("3-9:2");
    assertThat(array.at("/array/most").asInt()).isEqualTo(2);
    assertThat(array.at("/array/counts/finished").asInt()).isEqualTo(4);
    assertThat(array.path("exit").asInt()).isZero();
    for (int index : new int[] {3, 5, 7, 9}) {
      var run = api.prepared(id + "_" + index);
      assertThat(run.environment())
          .containsEntry("METASCHED_ARRAY_ID", id)
          .containsEntry("METASCHED_ARRAY_INDEX", "" + index)
          .containsEntry("METASCHED_ARRAY_SIZE", "4");
    }
    var events = api.call("GET", "/v1/jobs/%s_5/events".formatted(id), "user1", "").json();
    assertThat(events.at("/items/0/event").asText()).isEqualTo("array-submitted");
    assertThat(events.path("items").size()).isGreaterThan(3);
  }

  @Test
  void anArrayFailsIfOneElementFails() throws Exception {
    var array = over(submit("fails", "{'indices':'0-2'}", "exit-3").path("id").asText());

    assertThat(array.path("state").asText()).isEqualTo("failed");
    assertThat(array.path("exit").asInt()).isEqualTo(3);
    assertThat(array.at("/reasons/0/code").asText()).isEqualTo("non-zero-exit");
    assertThat(array.at("/reasons/0/count").asInt()).isEqualTo(3);
  }

  @Test
  void allElementsAreCancelledTogether() throws Exception {
    var id = submit("cancel", "{'indices':'1-50','most':1}", "hang").path("id").asText();

    var cancelled = api.call("POST", "/v1/arrays/" + id + ":cancel", "user1", "");

    assertThat(cancelled.status()).isEqualTo(202);
    var array = over(id);
    assertThat(array.path("state").asText()).isEqualTo("withdrawn");
    assertThat(array.at("/array/counts/withdrawn").asInt()).isEqualTo(50);
    var again = api.call("POST", "/v1/arrays/" + id + ":cancel", "user1", "");
    assertThat(again.status()).isEqualTo(409);
  }

  @Test
  void aGroupedListHasEachArrayOnce() throws Exception {
    var before = api.submit("user1", array("list", "null", "x", ""));
    var id = submit("list", "{'indices':'1-120'}", "hang").path("id").asText();
    var after = api.submit("user1", array("list", "null", "x", ""));
    var grouped = api.call("GET", "/v1/jobs?grouped=true&name=list", "user1", "").json();
    assertThat(ids(grouped)).containsExactly(after, id, before);
    assertThat(grouped.at("/items/1/array/size").asInt()).isEqualTo(120);
    var ended =
        api.call("GET", "/v1/jobs?grouped=true&name=list&state=refused", "user1", "").json();
    assertThat(ids(ended)).isEmpty();

    var pages = new ArrayList<String>();
    for (var cursor = ""; ; ) {
      var path = "/v1/jobs?grouped=true&name=list&limit=1" + cursor;
      var page = api.call("GET", path, "user1", "").json();
      pages.addAll(ids(page));
      if (!page.has("next")) {
        break;
      }
      cursor = "&cursor=" + page.path("next").asText();
    }
    assertThat(pages).containsExactly(after, id, before);

    var elements = new ArrayList<String>();
    for (var cursor = ""; ; ) {
      var path = "/v1/jobs?limit=50&array=" + id + cursor;
      var page = api.call("GET", path, "user1", "").json();
      elements.addAll(ids(page));
      if (!page.has("next")) {
        break;
      }
      cursor = "&cursor=" + page.path("next").asText();
    }
    assertThat(elements).hasSize(120).doesNotHaveDuplicates().allMatch(e -> e.startsWith(id));
    assertThat(api.call("GET", "/v1/jobs?array=" + before, "user1", "").json().path("items"))
        .isEmpty();
    api.call("POST", "/v1/arrays/" + id + ":cancel", "user1", "");
  }

  @Test
  void oneKeyMakesOneArray() throws Exception {
    var body = array("key", "{'indices':'1-3'}", "x", "");
    var key = new String[] {"Idempotency-Key", "array-key"};
    var first = api.call("POST", "/v1/jobs", "user1", body, key);
    var second = api.call("POST", "/v1/jobs", "user1", body, key);

    assertThat(first.status()).isEqualTo(201);
    assertThat(second.status()).isEqualTo(200);
    assertThat(second.json().path("id")).isEqualTo(first.json().path("id"));
    var batch = "{\"jobs\":[%s]}".formatted(body);
    var item = api.call("POST", "/v1/jobs:batch", "user1", batch).json().at("/items/0");
    assertThat(over(item.path("id").asText()).at("/array/size").asInt()).isEqualTo(3);
  }

  @Test
  void oneKeyMakesOneArrayOfOneBodyEvenAtTheSameTime() throws Exception {
    var key = new String[] {"Idempotency-Key", "at-once"};
    var body = array("at-once", "{'indices':'1-300'}", "x", "");
    var pool = Executors.newFixedThreadPool(4);
    var made = new TreeSet<String>();
    try {
      var answers = new ArrayList<Future<TestedApi.Answer>>();
      for (int i = 0; i < 4; i++) {
        answers.add(pool.submit(() -> api.call("POST", "/v1/jobs", "user1", body, key)));
      }
      for (var each : answers) {
        made.add(each.get().json().path("id").asText());
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(made).hasSize(1);
    for (var other : List.of("{'indices':'1-299'}", "{'indices':'1-300','most':1}", "null")) {
      var refused = api.call("POST", "/v1/jobs", "user1", array("at-once", other, "x", ""), key);
      assertThat(refused.status()).isEqualTo(422);
      assertThat(refused.json().path("detail").asText()).contains("from another body");
    }
    api.call("POST", "/v1/arrays/" + made.first() + ":cancel", "user1", "");
  }

  @Test
  void jobsWaitForAllElementsAndElementsForTheirCounterparts() throws Exception {
    var first = submit("first", "{'indices':'1-3'}", "x").path("id").asText();
    var form = "{'job':'%s','outcome':'%s'}";
    var each = array("each", "{'indices':'2-3'}", "x", form.formatted(first, "each-ok"));
    var second = api.call("POST", "/v1/jobs", "user1", each).json().path("id").asText();
    var all = api.submit("user1", array("all", "null", "x", form.formatted(second, "ok")));
    var never = api.submit("user1", array("never", "null", "x", form.formatted(first, "failed")));

    assertThat(api.outcome(all).path("state").asText()).isEqualTo("finished");
    assertThat(api.outcome(never).at("/reason/text").asText())
        .isEqualTo("it runs only if array %s fails, but that array is finished".formatted(first));
    assertThat(over(second).at("/array/counts/finished").asInt()).isEqualTo(2);

    var other = array("other", "{'indices':'3-5'}", "x", form.formatted(first, "each-ok"));
    var refused = api.call("POST", "/v1/jobs", "user1", other);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.json().path("detail").asText())
        .isEqualTo("the array %s has no element 4".formatted(first));
    var alone = array("alone", "null", "x", form.formatted(first, "each-ok"));
    assertThat(api.call("POST", "/v1/jobs", "user1", alone).json().path("detail").asText())
        .isEqualTo("only an array can wait for each element of another array");
  }

  @Test
  void anArrayIsNoJob() throws Exception {
    var id = submit("no", "{'indices':'7-8'}", "x").path("id").asText();

    var answer = api.call("PATCH", "/v1/jobs/" + id, "user1", "{\"labels\":{}}");

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.json().path("detail").asText())
        .isEqualTo(
            "%s is an array, but this needs one of its jobs, such as %s_7".formatted(id, id));
    assertThat(api.call("GET", "/v1/arrays/" + id, "user2", "").status()).isEqualTo(404);
    assertThat(api.call("GET", "/v1/jobs/" + id, "user2", "").json().path("detail").asText())
        .isEqualTo("there is no job " + id);
    over(id);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'indices':'1-20000'} | 400 | /array/indices",
        "{'indices':'5-1'} | 400 | /array/indices",
        "{'most':1} | 400 | /array/indices",
        "{'indices':'1','most':0} | 400 | /array/most"
      })
  void faultsAreNamedWithTheirPointers(String array, int status, String pointer) throws Exception {
    var answer = api.call("POST", "/v1/jobs", "user1", array("bad", array, "x", ""));

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.json().at("/errors/0/pointer").asText()).isEqualTo(pointer);
  }
}
