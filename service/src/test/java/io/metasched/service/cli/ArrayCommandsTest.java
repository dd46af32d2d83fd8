package io.metasched.service.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.cli.StubService.Ended;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests and output of commands that concern arrays. */
final class ArrayCommandsTest {
  private static final String ARRAY =
      """
      {"id":"a","version":7,"name":"n","state":"%s","exit":3,
       "array":{"indices":"1-3","size":3,"counts":{%s}},
       "reasons":[{"code":"array-limit","text":"no place","count":2}]}
      """;

  private StubService service;

  @BeforeEach
  void start(@TempDir Path folder) throws IOException {
    service = new StubService(folder);
    service.when("POST /v1/jobs", 201, array("waiting", "\"waiting\":3"));
  }

  @AfterEach
  void end() {
    service.close();
  }

  private static String array(String state, String counts) {
    return ARRAY.formatted(state, counts);
  }

  @Test
  void submitSendsIndicesAndTheirLimit() {
    var ended = service.run("submit", "-a", "1-9:2,20%3", "--after-each=b", "--", "true");

    assertThat(ended).isEqualTo(new Ended(0, "submitted array a\n", ""));
    var sent = service.sent();
    assertThat(sent.at("/array/indices").asText()).isEqualTo("1-9:2,20");
    assertThat(sent.at("/array/most").asInt()).isEqualTo(3);
    assertThat(sent.at("/after/0/job").asText()).isEqualTo("b");
    assertThat(sent.at("/after/0/outcome").asText()).isEqualTo("each-ok");
    service.run("submit", "--array=5", "--", "true");
    assertThat(service.sent().path("array").has("most")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1-x | --array: '1-x' is no range of indices; allowed are up to",
        "1,1 | --array: the index 1 is repeated",
        "1-3%0 | --array: allowed after % is a number from 1 to 10000, given was '0'",
        "1-3% | --array: allowed after % is a number from 1 to 10000, given was ''"
      })
  void invalidIndicesAreRefusedBeforeAnyRequest(String indices, String message) {
    var ended = service.run("submit", "--array=" + indices, "--", "true");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains(message);
  }

  @Test
  void queueHasOneLineForAnArray() {
    var open = "state=waiting,placed,booked,starting,running";
    service.when(
        "GET /v1/jobs?limit=100&" + open + "&grouped=true",
        200,
        "{\"items\":[%s]}".formatted(array("running", "\"waiting\":2,\"running\":1")));
    service.when(
        "GET /v1/jobs?limit=100&" + open + "&array=a", 200, "{\"items\":[{\"id\":\"a_1\"}]}");

    assertThat(service.run("queue").out().lines().skip(1))
        .singleElement()
        .asString()
        .contains("a", "2 waiting, 1 running");
    assertThat(service.run("queue", "--array=a").out()).contains("a_1");
  }

  @Test
  void commandsForJobsTakeAnArray() {
    service.when("GET /v1/arrays/a", 200, array("failed", "\"finished\":2,\"failed\":1"));
    service.when("POST /v1/arrays/a:cancel", 202, array("withdrawn", "\"withdrawn\":3"));
    service.when("PATCH /v1/arrays/a", 200, array("waiting", "\"waiting\":3"));

    assertThat(service.run("wait", "a"))
        .isEqualTo(new Ended(3, "", "metasched: array a is failed: 2 finished, 1 failed\n"));
    assertThat(service.run("cancel", "a").out()).isEqualTo("a is cancelled\n");
    assertThat(service.run("why", "a").out()).isEqualTo("2 finished, 1 failed\n2: no place\n");
    assertThat(service.run("show", "a").out()).contains("array.counts.failed: 1\n");
    assertThat(service.run("change", "a", "--priority=-7").code()).isZero();
    assertThat(service.sent().toString()).isEqualTo("{\"priority\":-7}");
    assertThat(service.run("change", "a").err()).contains("--label or --priority");
    assertThat(service.run("show", "b").err()).contains("there is no such path");
  }

  @Test
  void logsOfAnArrayAreThoseOfItsStartedJobs() {
    service.when("GET /v1/arrays/a", 200, array("running", "\"waiting\":1,\"running\":2"));
    service.when(
        "GET /v1/jobs?fields=times&limit=1000&array=a",
        200,
        "{\"items\":[{\"id\":\"a_3\",\"times\":{}},"
            + "{\"id\":\"a_2\",\"times\":{\"started\":\"t\"}}],\"next\":\"a_2\"}");
    service.when(
        "GET /v1/jobs?fields=times&limit=1000&array=a&cursor=a_2",
        200,
        "{\"items\":[{\"id\":\"a_10\",\"times\":{\"started\":\"t\"}}]}");
    service.when("GET /v1/jobs/a_2/parts/0/stdout", 200, "two\n");
    service.when("GET /v1/jobs/a_10/parts/0/stdout", 200, "ten\n");

    assertThat(service.run("logs", "a").code()).isZero();
    assertThat(service.run("logs", "--follow", "a").err())
        .contains("--follow needs a job of the array, such as a_1");
  }
}
