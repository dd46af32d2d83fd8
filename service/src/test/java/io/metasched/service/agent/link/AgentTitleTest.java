package io.metasched.service.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.metasched.service.run.RunId;
import io.metasched.service.run.RunLimits;
import io.metasched.service.run.RunSpec;
import io.metasched.service.run.StagedFile;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Agents of this version and of an earlier version. */
final class AgentTitleTest {
  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
  // configured as in the link
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private final AgentTitle title =
      new AgentTitle(
          "a", "north", List.of(new OfferedNode("n-1", 1, 10, List.of())), "none", List.of("w"));

  private static RunSpec spec(Optional<String> chdir, StagedFile... input) {
    return new RunSpec(
        new RunId("j", 1, 0),
        "n-1",
        List.of("true"),
        new TreeMap<>(),
        List.of(input),
        NOON,
        NOON.plusSeconds(60),
        Duration.ZERO,
        Optional.empty(),
        new RunLimits(OptionalLong.empty(), OptionalInt.empty()),
        "a",
        chdir);
  }

  private AgentTitle earlier() throws JsonProcessingException {
    var json = (ObjectNode) JSON.readTree(JSON.writeValueAsString(title));
    json.remove("protocol");
    json.remove("site");
    return JSON.treeToValue(json, AgentTitle.class);
  }

  @Test
  void anAgentThatSendsNoVersionIsOfVersion0() throws JsonProcessingException {
    assertThat(earlier())
        .isEqualTo(
            new AgentTitle("a", "north", title.nodes(), "none", List.of("w"), 0, Optional.empty()));
    assertThat(earlier().isEarlier()).isTrue();
    assertThat(title.isEarlier()).isFalse();
  }

  @Test
  void aMemberOfALaterAgentIsPassedOver() throws JsonProcessingException {
    var json = (ObjectNode) JSON.readTree(JSON.writeValueAsString(title));

    assertThat(JSON.treeToValue(json.put("later", 1).put("protocol", 9), AgentTitle.class))
        .isEqualTo(
            new AgentTitle("a", "north", title.nodes(), "none", List.of("w"), 9, Optional.empty()));
  }

  @Test
  void anEarlierAgentTakesRunsThatHaveNothingNew() throws JsonProcessingException {
    var bytes = StagedFile.of("raw", new byte[] {0, -1});
    var text = StagedFile.of("in", new byte[] {65});
    var none = Optional.<String>empty();

    assertThat(earlier().refusal(spec(none, text))).isEmpty();
    assertThat(earlier().refusal(spec(none, text, bytes)))
        .contains(
            "the agent of north is of an earlier version without input in base64: upgrade it");
    assertThat(earlier().refusal(spec(Optional.of("sub"))))
        .contains("the agent of north is of an earlier version without run.chdir: upgrade it");
    assertThat(title.refusal(spec(Optional.of("sub"), bytes))).isEmpty();
  }
}
