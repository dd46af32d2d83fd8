package io.metasched.service.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.service.plan.SmallBook;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counts of jobs and claims, and of the bytes that requests write on a day. */
final class TallyTest {
  private static final String MINUTE = "{'work':{'duration':'PT1M'}%s}";
  private static final JobSpec PLAIN = SmallBook.spec(MINUTE.formatted(""), "{'command':['x']}");
  private static final Instant MIDNIGHT = Instant.parse("2026-01-08T00:00:00Z");
  private final SmallBook book = new SmallBook();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        ",'name':'abcdef' | {'command':['x']} | 6",
        ",'labels':{'k':'vv','l':'w'} | {'command':['x']} | 10",
        ",'mail':{'to':'a@b.org'} | {'command':['x']} | 14",
        ",'nodes':3 | {'command':['x']} | 1000",
        ",'requires':{'labels':{'gpu':''}} | {'command':['x']} | 106",
        "`` | {'command':['x','bc']} | 104",
        "`` | {'command':['x'],'environment':{'E':'vv','F':'w'}} | 10",
        "`` | {'command':['x'],'chdir':'ab'} | 4",
        "`` | {'command':['x'],'input':[{'path':'in','text':'y'}]} | 604"
      })
  void aJobTakesTwoBytesForACharacterAndMoreForEachTextAndNode(
      String more, String run, long bytes) {
    var spec = SmallBook.spec(MINUTE.formatted(more), run);

    assertThat(Tally.heapBytes(PLAIN)).isEqualTo(3000 + 2 * (3 + 51));
    assertThat(Tally.heapBytes(spec) - Tally.heapBytes(PLAIN)).isEqualTo(bytes);
  }

  private Tally tally() {
    return book.state().open().tally();
  }

  private void submit(String id) {
    book.submit(
        id,
        SmallBook.spec(
            MINUTE.formatted(""), "{'command':['x'],'input':[{'path':'in','text':'yes'}]}"));
  }

  @Test
  void jobsAreCountedWithTheirInputsUntilTheyAreOverAndKeepTheirMemory() {
    submit("j1");
    submit("j2");
    long each = Tally.heapBytes(book.state().require("j1").spec());

    assertThat(tally().of("a")).isEqualTo(new Tally.Use(2, 6, 0, 2 * each));
    assertThat(tally().inputBytes()).isEqualTo(6);
    assertThat(tally().heapBytes()).isEqualTo(2 * each);
    assertThat(tally().inputs().entries()).extracting(SortedTree.Entry::value).containsExactly(2);

    book.write(new BookEvent.JobEnded("j1", JobState.WITHDRAWN, "cancelled", "", List.of()));

    assertThat(tally().of("a")).isEqualTo(new Tally.Use(1, 3, 0, 2 * each));
    assertThat(tally().inputBytes()).isEqualTo(3);
    assertThat(tally().inputs().entries()).extracting(SortedTree.Entry::value).containsExactly(1);

    book.write(new BookEvent.Forgotten(SmallBook.NOW.plusSeconds(1)));

    assertThat(tally().of("a")).isEqualTo(new Tally.Use(1, 3, 0, each));
    assertThat(tally().heapBytes()).isEqualTo(each);
    assertThat(tally().of("b")).isEqualTo(Tally.Use.NONE);
  }

  @Test
  void aClaimIsCountedUntilItIsOverAndItsNodesWhileItIsKept() {
    var span = Span.of(600_000, 60_000);
    var window = new Window(List.of(new Part(0, span, 1, 1, 0), new Part(1, span, 1, 1, 0)));
    book.write(
        new BookEvent.ClaimMade(
            "r-0",
            0,
            ClaimRecord.Kind.RESERVATION,
            "u",
            "a",
            "n",
            window,
            List.of("d-0", "d-1"),
            Optional.empty(),
            0,
            Optional.empty(),
            "digest"));

    assertThat(tally().of("a")).isEqualTo(new Tally.Use(0, 0, 1, 2500));
    book.write(new BookEvent.ClaimEnded("r-0", ClaimRecord.State.RELEASED, List.of()));
    assertThat(tally().of("a")).isEqualTo(new Tally.Use(0, 0, 0, 2500));
    book.write(new BookEvent.Forgotten(SmallBook.NOW.plusSeconds(1)));
    assertThat(tally().of("a")).isEqualTo(Tally.Use.NONE);
    assertThat(Tally.payer("", "bob")).isEqualTo("owner bob");
    assertThat(Tally.payer("a", "bob")).isEqualTo("a");
  }

  // --- bytes of a day

  private static BookState after(BookState state, Instant at, String request, BookEvent event) {
    return state.after(new Recorded(state.seq() + 1, at, "bob", request, event));
  }

  private static long bytes(BookState state, Instant at, String name) {
    return state.open().tally().written().on(at, name);
  }

  @Test
  void bytesOfARequestAreCountedForItsDayPrincipalAndAccount() {
    book.submit("j", PLAIN);
    var label = new BookEvent.JobLabelled("j", Map.of("k", "v"));
    long each = 200L + BookJson.size(label);
    var last = MIDNIGHT.minusMillis(1);

    var once = after(book.state(), last, "r1", label);
    var twice = after(once, last, "r2", label);

    assertThat(bytes(once, last, "principal bob")).isEqualTo(each);
    assertThat(bytes(twice, last, "principal bob")).isEqualTo(2 * each);
    assertThat(bytes(twice, last, "account a")).isEqualTo(2 * each);
    assertThat(bytes(twice, last, "account b")).isZero();
    assertThat(bytes(twice, MIDNIGHT, "account a")).isZero();
    assertThat(bytes(after(twice, last, "", label), last, "account a")).isEqualTo(2 * each);
    assertThat(twice.open().tally().written().end(last)).isEqualTo(MIDNIGHT);
    assertThat(twice.open().tally().written().end(MIDNIGHT))
        .isEqualTo(MIDNIGHT.plusSeconds(86_400));
    // the next day starts from zero, and a clock that is set back continues that day
    var next = after(twice, MIDNIGHT, "r3", label);
    assertThat(bytes(next, MIDNIGHT, "account a")).isEqualTo(each);
    assertThat(bytes(after(next, last, "r4", label), last, "account a")).isEqualTo(2 * each);
    assertThat(next.open().tally().written().end(last)).isEqualTo(MIDNIGHT.plusSeconds(86_400));
  }

  @Test
  void anEventOfAJobOrAClaimIsOfItsAccount() {
    book.submit("j", PLAIN);
    var state = book.state();
    var claim =
        new BookEvent.ClaimMade(
            "r-0",
            0,
            ClaimRecord.Kind.RESERVATION,
            "u",
            "a",
            "n",
            book.window("d-0", 5, 1),
            List.of("d-0"),
            Optional.empty(),
            0,
            Optional.empty(),
            "digest");
    book.write(claim);
    var end = new BookEvent.ClaimEnded("r-0", ClaimRecord.State.RELEASED, List.of());

    for (var event : List.of(claim, end, new BookEvent.CancelAsked("j"))) {
      assertThat(Written.names(book.state(), "bob", List.of(event)))
          .containsExactly("account a", "principal bob");
    }
    var requeued = new BookEvent.JobRequeued("j", 1, "node-drained", "");
    assertThat(Written.names(state, "bob", List.of(requeued, end)))
        .containsExactly("principal bob");
    var policy = new BookEvent.PolicySet(NodePolicy.simple("d-0", 1));
    assertThat(Written.names(state, "bob", List.of(policy))).containsExactly("principal bob");
  }
}
