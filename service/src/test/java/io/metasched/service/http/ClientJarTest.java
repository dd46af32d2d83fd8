package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.metasched.client.Account;
import io.metasched.client.ApiConnection;
import io.metasched.client.ApiException;
import io.metasched.client.JobFilter;
import io.metasched.client.JobRequest;
import io.metasched.client.JobState;
import io.metasched.client.MetaschedClient;
import io.metasched.client.WorkflowRequest;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Client for programs with a real service, also alone on the class path of another process. */
final class ClientJarTest {
  private static final Duration LIMIT = Duration.ofMinutes(10);

  @TempDir private Path folder;
  private TestedApi api;
  private MetaschedClient client;

  @BeforeEach
  void begin() throws IOException {
    api = new TestedApi(folder);
    client = new MetaschedClient(connection("user1").build());
  }

  @AfterEach
  void end() {
    api.close();
  }

  private ApiConnection.Builder connection(String user) {
    return ApiConnection.to(api.service.url()).token(api.token(user));
  }

  private static JobRequest job(String name) {
    return JobRequest.running(Duration.ofSeconds(5), "echo").name(name).build();
  }

  @Test
  void aJobRunsAndIsFoundInLists() throws IOException {
    var job = client.submit(job("one"), "key-1");
    var again = client.submit(job("one"), "key-1");

    var ended = client.awaitEnd(job, LIMIT);

    assertThat(again.id()).isEqualTo(job.id());
    assertThat(ended.state()).isEqualTo(JobState.FINISHED);
    assertThat(ended.exit()).hasValue(0);
    assertThat(ended.window().orElseThrow().parts()).hasSize(1);
    assertThat(ended.money().orElseThrow().charged()).isEqualTo(ended.cost().orElseThrow());
    try (var output = client.output(job.id(), 0, MetaschedClient.Output.STDOUT, true)) {
      assertThat(new String(output.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("echo\n");
    }
    assertThat(client.job(job.id())).isEqualTo(ended);
    var entries = client.ledger(ended.account(), Optional.empty()).items();
    assertThat(entries).extracting(each -> each.kind()).contains("deposit", "hold");
    assertThat(client.account(ended.account())).isIn(client.accounts());
  }

  @Test
  void anAccountShowsItsLimitsAndItsGrant() throws Exception {
    var change =
        """
        {"limits": {"running": 3}, "personLimits": {"priority": 5},
         "grant": {"amount": "7.5", "zone": "Europe/Berlin", "from": "2026-01-01", "carryOver": false}}
        """;
    assertThat(api.call("PATCH", "/v1/accounts/user1", "admin", change).status()).isEqualTo(200);
    var account = client.account("user1");
    while (account.lapsing().isEmpty()) {
      Thread.sleep(20); // the payment is due at once
      account = client.account("user1");
    }

    assertThat(account.limits().orElseThrow().running()).hasValue(3);
    assertThat(account.personLimits().orElseThrow().priority()).hasValue(5);
    var grant = account.grant().orElseThrow();
    assertThat(grant.amount()).isEqualTo("7.500");
    assertThat(grant.period()).isEqualTo("monthly");
    assertThat(grant.from()).isEqualTo("2026-01-01");
    assertThat(account.lapsing())
        .containsExactly(new Account.Lapse(new BigDecimal("7.500"), grant.next()));
    assertThat(client.ledger("user1", Optional.empty()).items())
        .extracting(each -> each.kind())
        .contains("grant");
  }

  @Test
  void allPagesOfAListAreRead() {
    var outcomes = client.submitBatch(List.of(job("a"), job("b"), job("b"), job("b")));

    var listed = client.allJobs(JobFilter.ALL.with("name", "b").limit(1));

    assertThat(outcomes).allSatisfy(each -> assertThat(each.problem()).isEmpty());
    assertThat(listed.map(each -> each.id()))
        .containsExactly(
            outcomes.get(3).id().orElseThrow(),
            outcomes.get(2).id().orElseThrow(),
            outcomes.get(1).id().orElseThrow());
  }

  @Test
  void arraysAndWorkflowsAreAwaitedAsWholes() {
    var indices = new JobRequest.Indices("1-3", OptionalInt.empty());
    var request = JobRequest.running(Duration.ofSeconds(5), "echo").array(indices).build();
    var array = client.awaitEnd(client.submit(request), LIMIT);
    var workflow =
        WorkflowRequest.of(
                WorkflowRequest.Task.of("first", job("x")),
                WorkflowRequest.Task.of("second", job("y"), "first"))
            .build();
    var offers = client.estimate(workflow);
    var ended = client.awaitEnd(client.submit(workflow), LIMIT);

    assertThat(array.array().orElseThrow().counts()).containsEntry("finished", 3);
    assertThat(client.array(array.id())).isEqualTo(array);
    assertThat(offers.offers()).isNotEmpty();
    assertThat(ended.state()).isEqualTo(JobState.FINISHED);
    assertThat(ended.tasks()).extracting(each -> each.task()).containsExactly("first", "second");
    assertThat(client.workflows(Optional.empty()).items())
        .extracting(each -> each.id())
        .containsExactly(ended.id());
  }

  @Test
  void aRunningJobIsCancelled() {
    var hanging = JobRequest.running(Duration.ofMinutes(5), "hang").build();
    var job = client.submit(hanging);

    var now = client.awaitEnd(job, Duration.ofMillis(1));
    client.cancel(job);
    var ended = client.awaitEnd(job, LIMIT);

    assertThat(now.isOver()).isFalse();
    assertThat(ended.state()).isEqualTo(JobState.WITHDRAWN);
    assertThatThrownBy(() -> client.cancel(ended))
        .isInstanceOfSatisfying(
            ApiException.class, refusal -> assertThat(refusal.type()).isEqualTo("state-conflict"));
  }

  @Test
  void aRefusalHasItsProblem() {
    var nobody = new MetaschedClient(connection("user1").token("wrong").build());

    assertThatThrownBy(() -> client.submit(JobRequest.running(Duration.ofDays(999)).build()))
        .isInstanceOfSatisfying(
            ApiException.class,
            refusal -> {
              assertThat(refusal.type()).isEqualTo("invalid-request");
              assertThat(refusal.problem().errors())
                  .extracting(each -> each.pointer())
                  .contains("/run/command", "/work/duration");
            });
    assertThatThrownBy(() -> client.job("none"))
        .isInstanceOfSatisfying(
            ApiException.class, refusal -> assertThat(refusal.type()).isEqualTo("not-found"));
    assertThatThrownBy(nobody::accounts)
        .isInstanceOfSatisfying(
            ApiException.class, refusal -> assertThat(refusal.status()).isEqualTo(401));
  }

  @Test
  void theExampleRunsWithTheClientAndJacksonAlone() throws Exception {
    var classPath =
        Stream.of(
                MetaschedClient.class,
                JsonProperty.class,
                JsonFactory.class,
                ObjectMapper.class,
                Jdk8Module.class,
                JavaTimeModule.class)
            .map(ClientJarTest::place)
            .collect(Collectors.joining(":"));
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var example = Path.of("../examples/client/RunJob.java").toAbsolutePath().toString();
    var builder =
        new ProcessBuilder(java, "-cp", classPath, example, "hello").directory(folder.toFile());
    builder.environment().put("METASCHED_URL", api.service.url());
    builder
        .environment()
        .put("METASCHED_TOKEN_FILE", folder.resolve("data/tokens/user1").toString());
    builder.redirectErrorStream(true).redirectOutput(folder.resolve("out").toFile());
    var process = builder.start();
    try {
      assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }

    assertThat(folder.resolve("out"))
        .content()
        .contains("offer: best ", "submitted ", "first event: job-submitted", "FINISHED, cost ")
        .contains("hello\n", "finished jobs: 1\n", "account ")
        .endsWith("refused: invalid-request\n/work/duration\n");
  }

  /** Returns the jar or folder of a class. */
  private static String place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
