package io.metasched.service.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.metascheduler.program.Sha256;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Identity of runs, valid inputs of runs, and their text forms. */
final class RunSpecTest {
  private static final RunId RUN = new RunId("a", 1, 0);

  private static RunSpec spec(
      List<String> command, Map<String, String> environment, List<StagedFile> input, long length) {
    return new RunSpec(
        RUN,
        "n",
        command,
        new TreeMap<>(environment),
        input,
        Instant.EPOCH,
        Instant.EPOCH.plusMillis(length),
        Duration.ZERO,
        Optional.empty(),
        RunLimits.NONE,
        "a",
        Optional.empty());
  }

  private static RunSpec with(
      Duration grace, Optional<Duration> warn, RunLimits limits, String account, String chdir) {
    return new RunSpec(
        RUN,
        "n",
        List.of("x"),
        new TreeMap<>(),
        List.of(),
        Instant.EPOCH,
        Instant.EPOCH.plusMillis(1),
        grace,
        warn,
        limits,
        account,
        Optional.of(chdir).filter(text -> !text.isEmpty()));
  }

  @Test
  void specsThatDifferHaveOtherDigests() {
    var file = new StagedFile("p", "text", false);
    var limits = new RunLimits(OptionalLong.of(1), OptionalInt.empty());
    var specs =
        List.of(
            FakeExecutorTest.spec(RUN, "x"),
            FakeExecutorTest.spec(new RunId("a", 2, 0), "x"),
            spec(List.of("x"), Map.of(), List.of(), 1),
            spec(List.of("x"), Map.of(), List.of(), 2),
            spec(List.of("x", "y"), Map.of(), List.of(), 1),
            spec(List.of("xy"), Map.of(), List.of(), 1),
            spec(List.of("x"), Map.of("y", ""), List.of(), 1),
            spec(List.of("x"), Map.of("", "y"), List.of(), 1),
            spec(List.of("x"), Map.of("z", ""), List.of(), 1),
            spec(List.of("x"), Map.of("y", "v"), List.of(), 1),
            spec(List.of("x"), Map.of(), List.of(file), 1),
            spec(List.of("x"), Map.of(), List.of(new StagedFile("p", "texu", false)), 1),
            spec(List.of("x"), Map.of(), List.of(new StagedFile("q", "text", false)), 1),
            with(Duration.ofMillis(1), Optional.empty(), RunLimits.NONE, "a", ""),
            with(Duration.ZERO, Optional.of(Duration.ZERO), RunLimits.NONE, "a", ""),
            with(Duration.ZERO, Optional.empty(), limits, "a", ""),
            with(Duration.ZERO, Optional.empty(), RunLimits.NONE, "b", ""),
            with(Duration.ZERO, Optional.empty(), RunLimits.NONE, "a", "d"));
    var digests = new HashSet<String>();

    specs.forEach(spec -> digests.add(spec.digest()));

    assertThat(digests).hasSameSizeAs(specs).allMatch(digest -> digest.matches("[0-9a-f]{64}"));
    assertThat(with(Duration.ZERO, Optional.empty(), RunLimits.NONE, "a", "").digest())
        .isEqualTo(spec(List.of("x"), Map.of(), List.of(), 1).digest());
  }

  /** Checks the digests, which services and agents of other versions compare. */
  @Test
  void aDigestStaysAsItIs() {
    assertThat(FakeExecutorTest.spec(RUN, "x").digest()).isEqualTo(digestOf("a.1.0", "n", "x"));
  }

  /** Returns the digest of a spec of one word, built byte by byte. */
  private static String digestOf(String id, String node, String word) {
    var texts = new ArrayList<>(List.of(id, node));
    var bytes = new ByteArrayOutputStream();
    texts.forEach(text -> add(bytes, text));
    count(bytes, 1);
    add(bytes, word);
    count(bytes, 0);
    count(bytes, 0);
    for (var text :
        List.of(
            "1970-01-01T00:00:10Z",
            "1970-01-01T00:00:20Z",
            "PT0S",
            "",
            "RunLimits[memoryBytes=OptionalLong.empty, processes=OptionalInt.empty]",
            "a")) {
      add(bytes, text);
    }
    return Sha256.of(bytes.toByteArray());
  }

  private static void add(ByteArrayOutputStream bytes, String text) {
    count(bytes, text.length());
    bytes.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static void count(ByteArrayOutputStream bytes, int number) {
    bytes.writeBytes(new byte[] {0, 0, 0, (byte) number});
  }

  @Test
  void aSpecNeedsACommandAWindowAndAGrace() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> spec(List.of(), Map.of(), List.of(), 1))
        .withMessage("run a.1.0 needs a command, a window and a grace of at least 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> spec(List.of("x"), Map.of(), List.of(), 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> with(Duration.ofMillis(-1), Optional.empty(), RunLimits.NONE, "a", ""));
  }

  @Test
  void runsAreInTheOrderOfJobAttemptAndPart() {
    var sorted =
        List.of(
            new RunId("a", 1, 0),
            new RunId("a", 1, 10),
            new RunId("a", 2, 0),
            new RunId("a", 10, 0),
            new RunId("b", 1, 0));

    assertThat(sorted).isSorted();
    assertThat(sorted.get(1)).hasToString("a.1.10");
    for (var job : List.of("", ".a", "a/b", "x".repeat(65))) {
      assertThatIllegalArgumentException().isThrownBy(() -> new RunId(job, 1, 0));
    }
    assertThat(new RunId("x".repeat(64), 1, 0).part()).isZero();
    assertThatIllegalArgumentException().isThrownBy(() -> new RunId("a", 0, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new RunId("a", 1, -1));
  }

  @Test
  void aLimitIsAtLeastOne() {
    assertThat(new RunLimits(OptionalLong.of(1), OptionalInt.of(1)).processes()).hasValue(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RunLimits(OptionalLong.of(0), OptionalInt.empty()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RunLimits(OptionalLong.empty(), OptionalInt.of(0)));
  }

  @Test
  void onlyAnEndIsFinal() {
    var ended = new RunFact.Ended(RUN, 1, EndCause.EXITED, Instant.EPOCH);
    var above = RunFact.Ended.aboveLimit(RUN, 137, "memory", Instant.EPOCH);

    assertThat(
            List.<RunFact>of(
                ended, above, new RunFact.Lost(RUN, Instant.EPOCH), new RunFact.Refused(RUN, "")))
        .allMatch(RunFact::isFinal);
    assertThat(List.<RunFact>of(new RunFact.Ready(RUN), new RunFact.Started(RUN, Instant.EPOCH)))
        .noneMatch(RunFact::isFinal);
    assertThat(ended.why()).isEqualTo(EndCause.EXITED);
    assertThat(above.why()).isEqualTo(EndCause.MACHINE_LIMIT);
    assertThat(above.cause()).isEqualTo(EndCause.CANCELLED);
    assertThat(new RunFact.Refused(RUN, "").forGood()).isFalse();
  }

  @Test
  void aProcessTakesArgumentsAndVariablesUpToAnAmountOfBytes() {
    var most = "é".repeat(CommandTexts.MOST_BYTES / 2) + "x"; // an odd number of bytes
    var value = most.substring(1); // the same number of bytes with its name and the equals sign

    assertThat(CommandTexts.commandFault(List.of("a", most))).isEmpty();
    assertThat(CommandTexts.commandFault(List.of("a", most + "x")))
        .contains("an argument has more than 131071 bytes");
    assertThat(CommandTexts.environmentFault(Map.of("N", value))).isEmpty();
    assertThat(CommandTexts.fits("N", value)).isTrue();
    assertThat(CommandTexts.environmentFault(Map.of("NN", value)))
        .contains("NN has more than 131071 bytes");
  }

  @Test
  void anInputIsKeptUnderItsDigest() throws JsonProcessingException {
    var stored = StoredInput.of(new StagedFile("p", "aGk=", true));
    var digest = "8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4"; // of hi

    assertThat(stored).isEqualTo(new StoredInput("p", digest, 2));
    assertThat(StoredInput.bytes(List.of(stored, stored))).isEqualTo(4);
    var json = new ObjectMapper();
    assertThat(json.readValue(json.writeValueAsString(stored), StoredInput.class))
        .isEqualTo(stored);
    var found = new TreeMap<String, String>();
    BiConsumer<String, byte[]> taker =
        (name, bytes) -> found.put(name, new String(bytes, StandardCharsets.UTF_8));
    var old = json.reader().withAttribute(StoredInput.FOUND, taker).forType(StoredInput.class);
    assertThat(old.<StoredInput>readValue("{\"path\":\"p\",\"text\":\"aGk=\",\"base64\":true}"))
        .isEqualTo(stored);
    assertThat(found).isEqualTo(Map.of(digest, "hi"));
    assertThat(json.readValue("{\"path\":\"p\",\"text\":\"hi\"}", StoredInput.class))
        .isEqualTo(stored);
  }

  @Test
  void aPieceOfOutputCannotBeChanged() {
    var bytes = new byte[] {1, 2};
    var chunk = new OutputChunk(3, bytes, 9, true, false, true);
    bytes[0] = 7;
    chunk.bytes()[1] = 7;

    assertThat(chunk.bytes()).containsExactly(1, 2);
    assertThat(chunk.offset()).isEqualTo(3);
    assertThat(chunk.total()).isEqualTo(9);
    assertThat(chunk.complete()).isTrue();
    assertThat(chunk.truncated()).isFalse();
    assertThat(chunk.lost()).isTrue();
    assertThat(Silence.Cause.CLOCK_OFF.label()).isEqualTo("clock off");
  }
}
