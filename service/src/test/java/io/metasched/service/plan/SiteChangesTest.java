package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Span;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.SnapshotRow;
import io.metasched.service.book.SnapshotState;
import io.metasched.service.site.SiteCalendar;
import io.metasched.service.site.TakenSpan;
import io.metasched.service.site.TakenSpan.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recording of the time that sites use for themselves, and its effect on vacant time. */
final class SiteChangesTest {
  private static final int HORIZON = 1000; // seconds
  private static final List<Reason> REASONS = List.of(Reason.values());
  private final SmallBook book = new SmallBook();

  private static Instant at(int second) {
    return SmallBook.NOW.plusSeconds(second);
  }

  private static TakenSpan span(int start, int end, Reason reason, String detail) {
    return new TakenSpan(at(start), at(end), reason, detail);
  }

  private static SiteCalendar calendar(int from, Map<String, List<TakenSpan>> taken) {
    return new SiteCalendar(at(from), at(from + HORIZON), new TreeMap<>(taken));
  }

  /** Records a calendar; returns whether the calendar caused a change. */
  private boolean read(SiteCalendar calendar) {
    var change = SiteChanges.of(book.state(), book.fleet, calendar);
    change.ifPresent(book::write);
    return change.isPresent();
  }

  private List<Span> vacant(String node, int from, int until) {
    long origin = book.state().ticks().at(at(0));
    var time = new Span(origin + from * 1000L, origin + until * 1000L);
    return Vacancy.of(book.state(), book.fleet, time)
        .spans(book.fleet.number(node).orElseThrow())
        .stream()
        .map(each -> new Span((each.start() - origin) / 1000, (each.end() - origin) / 1000))
        .toList();
  }

  private List<String> sentences(int second) {
    long tick = book.state().ticks().at(at(second));
    var nodes = book.fleet.nodes().stream().map(node -> node.name()).toList();
    return SiteWords.sentences(book.state(), nodes, tick);
  }

  @Test
  void runningJobIsNoChangeAtTheNextReading() {
    var first = calendar(0, Map.of("d-0", List.of(span(0, 500, Reason.LOCAL_JOB, "job 7"))));
    var later = calendar(5, Map.of("d-0", List.of(span(5, 500, Reason.LOCAL_JOB, "job 7"))));
    var down = calendar(9, Map.of("d-0", List.of(span(9, 9 + HORIZON, Reason.DOWN, "disk"))));
    var still = calendar(14, Map.of("d-0", List.of(span(14, 14 + HORIZON, Reason.DOWN, "disk"))));

    assertThat(read(first)).isTrue();
    assertThat(read(later)).isFalse();
    assertThat(vacant("d-0", 0, 900)).containsExactly(new Span(500, 900));
    assertThat(read(down)).isTrue();
    assertThat(read(still)).isFalse();
    // the end of the outage is unknown
    assertThat(vacant("d-0", 9, 5_000_000)).isEmpty();
  }

  @Test
  void onlyChangedNodesOfTheFleetAreRecorded() {
    var job = List.of(span(0, 500, Reason.LOCAL_JOB, "job 7"));
    read(calendar(0, Map.of("d-0", job, "d-1", job)));
    var change =
        SiteChanges.of(
            book.state(),
            book.fleet,
            calendar(0, Map.of("d-0", job, "d-1", List.of(), "elsewhere", job)));

    assertThat(change.orElseThrow().nodes()).containsExactly("d-1");
    book.write(change.orElseThrow());
    assertThat(book.state().market().siteTime("d-1")).isEmpty();
    assertThat(SiteChanges.clear(book.state()))
        .singleElement()
        .satisfies(
            event ->
                assertThat(((BookEvent.SiteTimeChanged) event).nodes()).containsExactly("d-0"));
  }

  @Test
  void sentenceNamesTheEndAndTheReason() {
    read(
        calendar(
            0,
            Map.of(
                "d-0",
                List.of(
                    span(0, 60, Reason.LOCAL_JOB, "job 7 of bob"),
                    span(30, 90, Reason.MAINTENANCE, "disks")),
                "d-1",
                List.of(span(0, HORIZON, Reason.DRAINED, "fan")),
                "d-2",
                List.of(span(100, 200, Reason.PLANNED_JOB, "")))));

    assertThat(sentences(40))
        .containsExactly(
            "d-0 is used by its site until %s (maintenance)".formatted(ReasonText.time(at(90))),
            "d-1 is used by its site until further notice (drained)");
    assertThat(sentences(150))
        .containsExactly(
            "d-1 is used by its site until further notice (drained)",
            "d-2 is used by its site until %s (planned job)".formatted(ReasonText.time(at(200))));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void vacantTimeIsThatOfTheLastReading(long seed) {
    var random = new Random(seed);
    var latest = new TreeMap<String, List<TakenSpan>>();
    int from = 0;
    for (int reading = 0; reading < 40; reading++) {
      from += random.nextInt(20);
      var calendar = calendar(from, random(random, from));
      read(calendar);
      assertThat(read(calendar)).isFalse();
      latest.putAll(calendar.taken());
      var restored = new SnapshotState();
      SnapshotRow.rows(book.state()).forEach(restored::add);
      for (var node : latest.entrySet()) {
        int at = from;
        var expected = new ArrayList<Boolean>();
        var found = new ArrayList<Boolean>();
        var vacant = vacant(node.getKey(), from, from + HORIZON);
        for (int second = from; second < from + HORIZON; second++) {
          int now = second;
          expected.add(node.getValue().stream().noneMatch(span -> contains(span, now)));
          found.add(vacant.stream().anyMatch(span -> span.start() <= now && now < span.end()));
        }
        assertThat(found).as("%s from %d", node.getKey(), at).isEqualTo(expected);
        long tick = book.state().ticks().at(at(from));
        assertThat(restored.whole().open().taken().of(node.getKey(), tick + HORIZON))
            .isEqualTo(book.state().open().taken().of(node.getKey(), tick + HORIZON));
      }
    }
  }

  /**
   * Returns whether a span contains a second. A span that lasts until the horizon of its reading
   * has no known end.
   */
  private static boolean contains(TakenSpan span, int second) {
    boolean isOpen = span.detail().equals("open");
    return !span.start().isAfter(at(second)) && (isOpen || span.end().isAfter(at(second)));
  }

  /** Returns random spans of some nodes, which may overlap. */
  private static Map<String, List<TakenSpan>> random(Random random, int from) {
    var taken = new TreeMap<String, List<TakenSpan>>();
    for (var node : List.of("d-0", "d-1", "d-2")) {
      var spans = new ArrayList<TakenSpan>();
      for (int i = random.nextInt(5); i > 0; i--) {
        int start = from + (random.nextInt(3) == 0 ? 0 : random.nextInt(HORIZON - 1));
        int end = start + 1 + random.nextInt(from + HORIZON - start);
        boolean isOpen = end >= from + HORIZON;
        var reason = REASONS.get(random.nextInt(REASONS.size()));
        spans.add(span(start, end, reason, isOpen ? "open" : "x" + random.nextInt(2)));
      }
      if (random.nextInt(4) > 0) {
        taken.put(node, spans);
      }
    }
    return taken;
  }

  @Test
  void nothingIsClearedWithoutASite() {
    assertThat(SiteChanges.clear(book.state())).isEmpty();
  }
}
