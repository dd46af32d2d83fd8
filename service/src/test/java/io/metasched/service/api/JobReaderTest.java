package io.metasched.service.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.resource.model.Node;
import io.metasched.service.book.FleetNode;
import io.metasched.service.plan.Fleet;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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

  private static JsonNode errors(String pointer, JsonNode job) {
    var problem =
        catchThrowableOfType(
            Problem.class, () -> JobReader.request(pointer, job, Optional.empty(), SECOND));
    assertThat(problem.type().status()).isEqualTo(400);
    return problem.json("").path("errors");
  }

  @ParameterizedTest
  @CsvSource({
    "a, a, is there twice",
    "a, a/b, 'lies below input a, a file'",
    "a/b, a, is a folder of input a/b"
  })
  void ofTwoInputsThatCannotBeInOneFolderTheSecondIsWrong(String one, String other, String why)
      throws JsonProcessingException {
    var job = twoInputs(one, other);

    var errors = errors("", job);

    assertThat(errors).hasSize(1);
    assertThat(errors.get(0).path("pointer").textValue()).isEqualTo("/run/input/1/path");
    assertThat(errors.get(0).toString()).contains(why);
    assertThat(errors("/jobs/3", job).get(0).path("pointer").textValue())
        .isEqualTo("/jobs/3/run/input/1/path");
  }

  @ParameterizedTest
  @CsvSource({"./a", "a/", "a//b", "../a", "/a"})
  void aPathHasOneWritingSoThatNoOtherIsTheSameFile(String path) throws JsonProcessingException {
    var errors = errors("", twoInputs("a", path));

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
    "/requires/node, is not right, the name of a node",
    "/requires/domain, is not right, the name of a domain",
    "/run/chdir, is empty, a text of 1 to 255 characters",
    "/account, is empty, a text of 1 to 128 characters",
    "/offer, is empty, a text of 1 to 128 characters"
  })
  void anEmptyTextIsNotTheSameAsNone(String member, String message, String allowed)
      throws JsonProcessingException {
    var errors = errors("", with(member, ""));

    assertThat(errors).hasSize(1);
    assertThat(errors.get(0).path("pointer").textValue()).isEqualTo(member);
    assertThat(errors.get(0).path("message").textValue()).isEqualTo(message);
    assertThat(errors.get(0).path("allowed").textValue()).isEqualTo(allowed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"yes", "true", "no", "07", "1.50", "n-1"})
  void theNameOfADomainIsANameAlsoWhereItReadsAsAnotherValue(String name)
      throws JsonProcessingException {
    var spec = JobReader.read(with("/requires/domain", name), Optional.empty(), SECOND);

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

    var problem =
        catchThrowableOfType(
            Problem.class, () -> MarketReader.estimate(body, Optional.empty(), SECOND));

    assertThat(problem.json("").path("errors").get(0).path("pointer").textValue())
        .isEqualTo("/job/run/input/1/path");
  }

  @Test
  void halfOfACharacterIsNoText() throws JsonProcessingException {
    var half = "\\ud83d";

    assertThat(errors("", twoInputs("a", half)).get(0).path("pointer").textValue())
        .isEqualTo("/run/input/1/path");
    assertThat(
            errors("", job("[{\"path\": \"a\", \"text\": \"%s\"}]".formatted(half)))
                .get(0)
                .path("pointer")
                .textValue())
        .isEqualTo("/run/input/0/text");
  }
}
