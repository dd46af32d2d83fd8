package io.metasched.service.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.resource.model.Node;
import io.metasched.service.book.FleetNode;
import io.metasched.service.book.SiteDemand;
import io.metasched.service.plan.Fleet;
import io.metasched.service.run.CommandTexts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JobReaderTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final JsonMapper JSON = new JsonMapper();

  private static JsonNode job(String input) throws JsonProcessingException {
    return JSON.readTree(
        """
        {"account": "a", "work": {"duration": "PT1S"}, "run": {"command": ["true"], "input": %s}}\
        """
            .formatted(input));
  }

  private static JsonNode twoInputs(String first, String second) throws JsonProcessingException {
    return job(
        """
        [{"path": "%s", "text": "1"}, {"path": "%s", "text": "2"}]\
        """
            .formatted(first, second));
  }

  private static JsonNode errors(JsonNode job) {
    return errors(() -> JobReader.read(job, Optional.empty(), SECOND));
  }

  private static JsonNode errors(ThrowingCallable reading) {
    var problem = catchThrowableOfType(Problem.class, reading);
    assertThat(problem.type().status()).isEqualTo(400);
    return problem.json("").path("errors");
  }

  @ParameterizedTest
  @CsvSource({
    "a, a, occurs twice",
    "a, a/b, 'is below input a, which is a file'",
    "a/b, a, is a folder of input a/b"
  })
  void ofTwoInputsThatCannotBeInOneFolderTheSecondIsWrong(String one, String other, String why)
      throws JsonProcessingException {
    var job = twoInputs(one, other);

    var errors = errors(job);

    assertThat(errors).hasSize(1);
    assertThat(errors.get(0).path("pointer").textValue()).isEqualTo("/run/input/1/path");
    assertThat(errors.get(0).toString()).contains(why);
    var batch = JSON.createObjectNode();
    batch.putArray("jobs").add(job("[]")).add(job);
    assertThat(errors(() -> JobReader.batch(batch, Optional.empty(), SECOND)).get(0).toString())
        .contains("\"/jobs/1/run/input/1/path\"");
  }

  @ParameterizedTest
  @CsvSource({"./a", "a/", "a//b", "../a", "/a"})
  void aPathHasOneWritingSoThatNoOtherIsTheSameFile(String path) throws JsonProcessingException {
    var errors = errors(twoInputs("a", path));

    assertThat(errors).hasSize(1);
    assertThat(errors.get(0).path("pointer").textValue()).isEqualTo("/run/input/1/path");
  }

  private static JsonNode with(String member, String value) throws JsonProcessingException {
    var job = (ObjectNode) job("[]");
    job.withObject(member.substring(0, member.lastIndexOf('/')))
        .put(member.substring(member.lastIndexOf('/') + 1), value);
    return job;
  }

  @ParameterizedTest
  @CsvSource({
    "/requires/node, is invalid, the name of a node",
    "/requires/domain, is invalid, the name of a domain",
    "/run/chdir, is empty, a text of 1 to 255 characters",
    "/account, is empty, a text of 1 to 128 characters",
    "/offer, is empty, a text of 1 to 128 characters"
  })
  void anEmptyTextIsNotTheSameAsNone(String member, String message, String allowed)
      throws JsonProcessingException {
    var errors = errors(with(member, ""));

    assertThat(errors).hasSize(1);
    assertThat(errors.get(0).path("pointer").textValue()).isEqualTo(member);
    assertThat(errors.get(0).path("message").textValue()).isEqualTo(message);
    assertThat(errors.get(0).path("allowed").textValue()).isEqualTo(allowed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"yes", "true", "no", "07", "1.50", "n-1"})
  void theNameOfADomainIsANameAlsoWhereItReadsAsAnotherValue(String name)
      throws JsonProcessingException {
    var spec = JobReader.read(with("/requires/domain", name), Optional.empty(), SECOND).spec();

    assertThat(spec.requirements().properties()).containsExactly("domain=" + name);
    var fleet =
        new Fleet(
            List.of(
                new FleetNode(name + "-1", name, 1, 1, List.of()),
                new FleetNode("other-1", "other", 1, 1, List.of())));
    assertThat(fleet.numbered().stream().filter(spec.requirements()::metBy).map(Node::id))
        .containsExactly(0);
  }

  @Test
  void theJobOfAnEstimateIsReadAsOneThatIsSubmitted() throws JsonProcessingException {
    var body = JSON.createObjectNode();
    body.set("job", twoInputs("a", "a"));

    var errors = errors(() -> EstimateRequest.read(body, Optional.empty(), SECOND));

    assertThat(errors.get(0).path("pointer").textValue()).isEqualTo("/job/run/input/1/path");
  }

  @Test
  void demandsOnSitesAreRead() throws JsonProcessingException {
    var job = (ObjectNode) job("[]");
    assertThat(JobReader.read(job, Optional.empty(), SECOND).spec().sites()).isEmpty();
    job.putObject("sites").put("acceptAdvised", false).put("reliability", 0);
    assertThat(JobReader.read(job, Optional.empty(), SECOND).spec().sites()).isEmpty();
    job.putObject("sites").put("acceptAdvised", true).put("reliability", 100);
    assertThat(JobReader.read(job, Optional.empty(), SECOND).spec().sites())
        .contains(new SiteDemand(true, 100));

    job.putObject("sites").put("reliability", 101);
    isWrong("/sites/reliability", "is invalid", job);
    job.putObject("sites").put("acceptAdvised", "yes");
    isWrong("/sites/acceptAdvised", "is invalid", job);
    job.putObject("sites").put("firm", true);
    isWrong("/sites/firm", "is unknown", job);
  }

  private static JsonNode run(String member, JsonNode value) throws JsonProcessingException {
    var job = (ObjectNode) job("[]");
    job.withObject("/run").set(member, value);
    return job;
  }

  private static JsonNode command(String... words) throws JsonProcessingException {
    return run("command", JSON.valueToTree(words));
  }

  private static JsonNode environment(String name, String value) throws JsonProcessingException {
    return run("environment", JSON.createObjectNode().put(name, value));
  }

  private static void isWrong(String pointer, String message, JsonNode job) {
    var errors = errors(job);
    assertThat(errors).hasSize(1);
    assertThat(errors.get(0).path("pointer").textValue()).isEqualTo(pointer);
    assertThat(errors.get(0).path("message").textValue()).isEqualTo(message);
  }

  @Test
  void argumentsThatNoProcessCanHaveAreRefused() throws JsonProcessingException {
    int most = CommandTexts.MOST_BYTES;
    isWrong(
        "/run/command",
        "an argument has more than 131071 bytes",
        command("true", "\u00e9".repeat(most / 2 + 1)));
    isWrong(
        "/run/environment",
        "A has more than 131071 bytes",
        environment("A", "\u20ac".repeat(most / 3)));
    isWrong(
        "/run/environment",
        "PPID belongs to the shell that starts the command",
        environment("PPID", "1"));
    isWrong(
        "/run/chdir",
        "has a name longer than 255 bytes",
        run("chdir", JSON.valueToTree("/data/" + "\u00e9".repeat(128))));

    var fits = command("true", "x".repeat(most - 4));
    assertThat(JobReader.read(fits, Optional.empty(), SECOND).spec().run().command()).hasSize(2);
    assertThat(JobReader.read(environment("A", "x".repeat(60_000)), Optional.empty(), SECOND))
        .isNotNull();
  }

  @ParameterizedTest
  @CsvSource({"255, 1", "127, 2", "85, 3", "63, 4"})
  void anInputMayHaveANameOf255Bytes(int characters, int bytes) throws JsonProcessingException {
    var character = List.of("a", "\u00e9", "\u20ac", "\ud83d\ude00").get(bytes - 1);
    var name = character.repeat(characters);

    assertThat(JobReader.read(twoInputs("b", name), Optional.empty(), SECOND)).isNotNull();
    if (characters < 255 / 2) {
      isWrong(
          "/run/input/1/path",
          "has a name longer than 255 bytes",
          twoInputs("b", name + character + character));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/name",
        "/account",
        "/offer",
        "/labels/a",
        "/criterion",
        "/onNodeLoss",
        "/requires/node",
        "/requires/domain",
        "/requires/labels/a",
        "/budget/total",
        "/start/notBefore",
        "/run/environment/A",
        "/run/chdir",
        "/run/grace",
        "/work/duration"
      })
  void halfOfACharacterAndNulAreTextNowhere(String member) throws JsonProcessingException {
    for (var text : List.of("a\ud83d", "\udc00", "a\0")) {
      var first = errors(with(member, text)).get(0);

      assertThat(member).startsWith(first.path("pointer").textValue());
      assertThat(first.path("message").textValue()).isEqualTo("is invalid");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/command", "/properties"})
  void norAreTheyInLists(String member) throws JsonProcessingException {
    for (var text : List.of("a\ud83d", "\udc00", "a\0")) {
      var list = JSON.valueToTree(List.of("true", text));
      var job = member.equals("/command") ? run("command", list) : (ObjectNode) job("[]");
      if (member.equals("/properties")) {
        ((ObjectNode) job).withObject("/requires").set("properties", list);
      }

      assertThat(errors(job).get(0).path("pointer").textValue()).endsWith(member + "/1");
    }
  }

  @Test
  void halfOfACharacterIsNoText() throws JsonProcessingException {
    var half = "\\ud83d";

    assertThat(errors(twoInputs("a", half)).get(0).path("pointer").textValue())
        .isEqualTo("/run/input/1/path");
    assertThat(
            errors(job("[{\"path\": \"a\", \"text\": \"%s\"}]".formatted(half)))
                .get(0)
                .path("pointer")
                .textValue())
        .isEqualTo("/run/input/0/text");
  }
}
