package io.metasched.service.agent.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.metasched.service.site.SiteCalendar;
import io.metasched.service.site.TakenSpan;
import io.metasched.service.site.TakenSpan.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Division of calendars into pages, and their assembly. */
final class CalendarPagesTest {
  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
  private static final Instant UNTIL = NOON.plusSeconds(1_000_000);
  // configured as in the link
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .addModule(new Jdk8Module())
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private static TakenSpan span(int start, int end, String detail) {
    return new TakenSpan(NOON.plusSeconds(start), NOON.plusSeconds(end), Reason.LOCAL_JOB, detail);
  }

  private static SiteCalendar calendar(Map<String, List<TakenSpan>> taken) {
    return new SiteCalendar(NOON, UNTIL, new TreeMap<>(taken));
  }

  private static DeskCommand.SiteRead page(long reading, int page, List<SiteCalendar> pages) {
    return new DeskCommand.SiteRead(
        "a", reading, page, pages.size(), pages.get(page), Optional.empty());
  }

  private static SiteCalendar random(Random random) {
    var taken = new TreeMap<String, List<TakenSpan>>();
    for (int node = random.nextInt(20); node > 0; node--) {
      var spans = new ArrayList<TakenSpan>();
      for (int i = random.nextInt(300); i > 0; i--) {
        int start = random.nextInt(1000);
        spans.add(span(start, start + 1 + random.nextInt(50), "job " + random.nextInt(9)));
      }
      taken.put("n" + node, spans);
    }
    return calendar(taken);
  }

  @Test
  void calendarIsAssembledFromItsPagesInAnyOrder() {
    var random = new Random(Long.getLong("tests.seed", 1));
    var assembly = new CalendarPages();
    for (int reading = 1; reading <= 50; reading++) {
      var calendar = random(random);
      var pages = CalendarPages.of(calendar);
      var order = new ArrayList<Integer>();
      for (int i = 0; i < pages.size(); i++) {
        assertThat(pages.get(i).taken().values().stream().mapToInt(List::size).sum())
            .isLessThanOrEqualTo(CalendarPages.SPANS);
        order.add(i);
      }
      Collections.shuffle(order, random);
      boolean isOneLost = random.nextInt(3) == 0;
      for (int i = 0; i < order.size(); i++) {
        boolean isLast = i == order.size() - 1;
        if (isLast && isOneLost) {
          break;
        }
        var page = page(reading, order.get(i), pages);
        assertThat(assembly.add(page)).isEqualTo(isLast ? Optional.of(calendar) : Optional.empty());
      }
    }
  }

  @Test
  void repeatedPageDoesNotCount() {
    var many = new TreeMap<String, List<TakenSpan>>();
    for (int node = 0; node < 3; node++) {
      many.put("n" + node, Collections.nCopies(600, span(1, 2, "")));
    }
    var pages = CalendarPages.of(calendar(many));
    var assembly = new CalendarPages();

    assertThat(pages).hasSize(3);
    assertThat(assembly.add(page(1, 0, pages))).isEmpty();
    assertThat(assembly.add(page(1, 0, pages))).isEmpty();
    assertThat(assembly.add(page(1, 1, pages))).isEmpty();
    assertThat(assembly.add(page(1, 2, pages))).contains(calendar(many));
  }

  @Test
  void spansBeyondTheBoundOfANodeBecomeOne() {
    var spans = new ArrayList<TakenSpan>();
    for (int i = 0; i < 3 * CalendarPages.SPANS; i++) {
      spans.add(span(2 * i, 2 * i + 1, "x".repeat(500)));
    }

    var page = CalendarPages.of(calendar(Map.of("n", spans))).get(0).taken().get("n");

    assertThat(page).hasSize(CalendarPages.SPANS);
    assertThat(page).allMatch(each -> each.detail().length() <= CalendarPages.DETAIL);
    var last = page.get(page.size() - 1);
    assertThat(last.end()).isEqualTo(spans.get(spans.size() - 1).end());
    assertThat(last.start()).isEqualTo(spans.get(CalendarPages.SPANS - 1).start());
  }

  @Test
  void pagesOfARestartedAgentAreNotMixedWithEarlierOnes() {
    var nodes = new TreeMap<String, List<TakenSpan>>();
    nodes.put("n0", Collections.nCopies(600, span(10, 20, "")));
    nodes.put("n1", Collections.nCopies(600, span(10, 20, "")));
    var before = CalendarPages.of(calendar(nodes));
    var after = CalendarPages.of(new SiteCalendar(NOON.plusSeconds(5), UNTIL, nodes));
    var assembly = new CalendarPages();
    assertThat(assembly.add(page(1, 0, before))).isEmpty();

    assertThat(assembly.add(page(1, 1, after))).isEmpty();
    assertThat(assembly.add(page(1, 0, after)))
        .contains(new SiteCalendar(NOON.plusSeconds(5), UNTIL, nodes));
  }

  @Test
  void longDetailIsNotCutWithinACharacter() {
    var detail = "x".repeat(CalendarPages.DETAIL - 1) + "\uD83D\uDE00";
    var nodes = Map.of("n", List.of(span(1, 2, detail)));

    var page = CalendarPages.of(calendar(nodes)).get(0);

    assertThat(page.taken().get("n"))
        .containsExactly(span(1, 2, "x".repeat(CalendarPages.DETAIL - 1)));
  }

  @Test
  void messageThatLacksAFieldIsNotReceived() throws JsonProcessingException {
    var read = page(1, 0, List.of(calendar(Map.of("n", List.of(span(1, 2, ""))))));
    var json = JSON.writeValueAsString(read);
    var fields =
        List.of("agent", "calendar", "from", "until", "taken", "start", "end", "reason", "detail");

    assertThat(JSON.readValue(json, DeskCommand.SiteRead.class)).isEqualTo(read);
    for (var field : fields) {
      var without = json.replace("\"" + field + "\":", "\"x\":");
      assertThatThrownBy(() -> JSON.readValue(without, DeskCommand.SiteRead.class))
          .as(field)
          .isInstanceOf(JsonProcessingException.class);
    }
  }

  @Test
  void pageWithContentThatNoAgentSendsIsIgnored() {
    var tooLong = span(1, 2, "x".repeat(CalendarPages.DETAIL + 1));
    var many = Collections.nCopies(CalendarPages.SPANS + 1, span(1, 2, ""));
    var invalid =
        List.of(
            calendar(Map.of("n", List.of(tooLong))),
            calendar(Map.of("n", List.of(span(1, 2, "\uD83D")))),
            calendar(Map.of("n", many)),
            calendar(Map.of("n", List.of(span(-1, 2, "")))),
            calendar(Map.of("n", List.of(span(1, 1_000_001, "")))),
            new SiteCalendar(UNTIL, NOON, new TreeMap<>()),
            new SiteCalendar(NOON, Instant.MAX, new TreeMap<>()),
            new SiteCalendar(Instant.MIN, NOON, new TreeMap<>()));

    for (var calendar : invalid) {
      assertThat(new CalendarPages().add(page(1, 0, List.of(calendar)))).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "0, -1", "-1, 1", "1, 1", "0, 10001"})
  void invalidPageIsIgnored(int page, int pages) {
    var read = new DeskCommand.SiteRead("a", 1, page, pages, calendar(Map.of()), Optional.empty());

    assertThat(new CalendarPages().add(read)).isEmpty();
  }
}
