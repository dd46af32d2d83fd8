package io.metasched.service.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.cli.StubService.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests and output of the commands that concern workflows. */
final class WorkflowCommandTest {
  private static final String WORKFLOW =
      """
      {"id":"w","version":7,"name":"n","account":"user1","state":"%s","exit":3,"cost":"1.000",
       "counts":{%s},"reasons":[{"code":"dependency","text":"it waits","count":2}]}
      """;

  @TempDir private Path folder;
  private StubService service;

  @BeforeEach
  void start(@TempDir Path own) throws IOException {
    service = new StubService(own);
    service.when("POST /v1/workflows", 201, WORKFLOW.formatted("waiting", "\"waiting\":3"));
  }

  @AfterEach
  void end() {
    service.close();
  }

  private String file(String text) throws IOException {
    return Files.writeString(folder.resolve("w.conf"), text).toString();
  }

  @Test
  void aFileIsSentAsARequest() throws IOException {
    var script =
        Files.writeString(folder.resolve("x.sh"), "#!/bin/sh\n#METASCHED --nodes 2\ntrue\n");
    var file =
        file(
            """
            name = survey, budget = 12.5, deadline = "2026-12-01T08:00:00Z"
            jobs = [
              { task = a, submit = "-t 5 %s 'an argument'" }
              { task = b, submit = ["-t", "0:30", "--", "echo", "hello"], after = [a], after-any = [a] }
            ]
            """
                .formatted(script));

    var ended = service.run("workflow", file, "--key", "k");

    assertThat(ended).isEqualTo(new Ended(0, "submitted workflow w\n", ""));
    var sent = service.sent();
    assertThat(sent.path("name").asText()).isEqualTo("survey");
    assertThat(sent.path("budget").asText()).isEqualTo("12.5");
    assertThat(sent.path("deadline").asText()).isEqualTo("2026-12-01T08:00:00Z");
    var a = sent.at("/jobs/0/job");
    assertThat(a.path("nodes").asInt()).isEqualTo(2);
    assertThat(a.at("/work/duration").asText()).isEqualTo("PT5M");
    assertThat(a.at("/run/command").toString())
        .isEqualTo("[\"/bin/sh\",\"job-script\",\"an argument\"]");
    var b = sent.path("jobs").path(1);
    assertThat(b.path("after").toString()).isEqualTo("[\"a\"]");
    assertThat(b.path("afterAny").toString()).isEqualTo("[\"a\"]");
    assertThat(b.at("/job/run/command").toString()).isEqualTo("[\"echo\",\"hello\"]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nodes = 3, jobs = [] | nodes is unknown; allowed are account, budget, deadline, jobs,",
        "jobs = [{ task = a, submit = '-t x -- true' }] | jobs.0.submit: Invalid value for option",
        "jobs = [{ task = a, submit = 'gone.sh' }] | gone.sh: there is no such file",
        "jobs = [{ task = a, run = x }] | jobs.0.run is unknown; allowed are after, after-any,",
        "jobs = [{ submit = '-- true' }] | No configuration setting found for key 'task'",
        "jobs = [ | 1: List should have ]"
      })
  void aFaultyFileIsRefusedBeforeAnyRequest(String text, String message) throws IOException {
    var ended = service.run("workflow", file(text.replace('\'', '"')));

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err().lines()).hasSize(1);
    assertThat(ended.err()).contains("w.conf: ").contains(message);
  }

  @Test
  void workflowsAreListedWithTheirJobsByState() {
    var one = WORKFLOW.formatted("running", "\"booked\":1,\"running\":2");
    service.when("GET /v1/workflows", 200, "{\"items\":[%s]}".formatted(one));

    assertThat(service.run("workflow").out()).contains("w", "1 booked, 2 running", "1.000");
  }

  @Test
  void offersAreListed() throws IOException {
    service.when(
        "POST /v1/workflows:estimate",
        200,
        "{\"offers\":[{\"offer\":\"w-1\",\"goal\":\"soonest\",\"cost\":\"2.000\"}]}");
    var file = file("jobs = [{ task = a, submit = \"-- true\" }]");

    assertThat(service.run("workflow", file, "--estimate").out()).contains("w-1", "soonest");
    service.run("workflow", file, "--hold-offer", "w-1");
    assertThat(service.sent().path("offer").asText()).isEqualTo("w-1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--estimate | need a file",
        "--wait | need a file",
        "FILE --estimate --wait | --estimate submits nothing",
        "FILE --estimate --hold-offer w-1 | --estimate submits nothing"
      })
  void optionsWithoutAnEffectAreRefused(String words, String message) throws IOException {
    var file = file("jobs = [{ task = a, submit = \"-- true\" }]");
    var all = words.replace("FILE", file).split(" ");

    var ended = service.run("workflow", all);

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains(message);
  }

  @Test
  void logsOfAWorkflowAreThoseOfItsStartedJobs() {
    service.when(
        "GET /v1/workflows/w",
        200,
        """
        {"id":"w","counts":{},"tasks":[{"task":"a","job":"j1","state":"finished","exit":0},
         {"task":"b","job":"j2","state":"booked"}]}
        """);
    service.when("GET /v1/jobs/j1/parts/0/stdout", 200, "hello\n");

    assertThat(service.run("logs", "w").code()).isZero(); // j2 has no output
    assertThat(service.run("logs", "w", "--follow").err()).contains("a job of the workflow");
  }

  @Test
  void aWorkflowItselfIsNotChanged() {
    service.when("GET /v1/workflows/w", 200, WORKFLOW.formatted("waiting", "\"waiting\":3"));

    var ended = service.run("change", "w", "--budget", "3");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("w is a workflow: change its waiting jobs");
  }

  @Test
  void theGreatestExitStatusCountsEvenIfOtherJobsAreRefused() {
    service.when("GET /v1/workflows/w", 200, WORKFLOW.formatted("refused", "\"refused\":3"));

    assertThat(service.run("wait", "w").code()).isEqualTo(3);
  }

  @Test
  void commandsForJobsTakeWorkflows() {
    service.when("GET /v1/workflows/w", 200, WORKFLOW.formatted("failed", "\"failed\":3"));
    service.when("POST /v1/workflows/w:cancel", 202, WORKFLOW.formatted("withdrawn", "\"x\":3"));

    assertThat(service.run("wait", "w").code()).isEqualTo(3);
    assertThat(service.run("wait", "w").err()).contains("workflow w is failed: 3 failed");
    assertThat(service.run("why", "w").out()).contains("3 failed", "2: it waits");
    assertThat(service.run("show", "w").out()).contains("counts.failed: 3");
    assertThat(service.run("cancel", "w").code()).isZero();
  }
}
