package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.service.api.EventWords;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.ClaimRecord;
import io.metasched.service.book.RandomHistory;
import io.metasched.service.book.Recorded;
import io.metasched.service.book.Role;
import io.metasched.service.book.TokenRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Summaries of events, compared with a scan of each event for each reader. */
final class ChangeSummaryTest {
  private static TokenRecord reader(Role role, String... accounts) {
    return new TokenRecord(
        "t", "s", "p", role, List.of(accounts), List.of(), Optional.empty(), Optional.empty());
  }

  private static final List<TokenRecord> READERS =
      List.of(
          reader(Role.ADMIN),
          reader(Role.READER),
          reader(Role.OWNER),
          reader(Role.USER),
          reader(Role.USER, "a1"),
          reader(Role.COORDINATOR, "a1", "a3"),
          reader(Role.USER, "a2", "a0"));

  /** Naive summary: names and subjects taken from the text of each event alone. */
  private static final class Naive {
    private final Map<String, TreeSet<String>> all = new LinkedHashMap<>();
    private final List<String> times = new ArrayList<>();

    Naive() {
      List.of("events", "jobs", "nodes", "accounts")
          .forEach(name -> all.put(name, new TreeSet<>()));
    }

    void add(BookState state, Recorded event) {
      var json = EventWords.json(event);
      times.add(json.path("at").asText());
      all.get("events").add(json.path("event").asText());
      if (json.has("job")) {
        all.get("jobs").add(json.path("job").asText());
      }
      if (json.has("array")) {
        all.get("jobs").add(json.path("array").asText());
      }
      if (json.has("node")) {
        all.get("nodes").add(json.path("node").asText());
      }
      json.path("nodes").forEach(node -> all.get("nodes").add(node.asText()));
      accounts(state, event.event()).stream()
          .filter(id -> !id.isEmpty())
          .forEach(all.get("accounts")::add);
    }

    JsonNode json(long seq) {
      var json = new ObjectMapper().createObjectNode().put("seq", seq);
      json.put("at", times.stream().sorted().findFirst().orElseThrow());
      var many = new ObjectMapper().createArrayNode();
      all.forEach(
          (name, ids) -> {
            var array = json.putArray(name);
            if (name.equals("events") || ids.size() <= ChangeSummary.MOST) {
              ids.forEach(array::add);
            } else {
              many.add(name);
            }
          });
      json.set("many", many);
      return json;
    }
  }

  private static List<String> accounts(BookState state, BookEvent event) {
    if (event instanceof BookEvent.Transferred transferred) {
      return List.of(transferred.account(), transferred.to());
    }
    var json = EventWords.json(new Recorded(1, Instant.EPOCH, "", "", event));
    if (json.has("account") && !(event instanceof BookEvent.OfJob)) {
      return List.of(json.path("account").asText());
    } else if (event instanceof BookEvent.ClaimMade made) {
      return List.of(made.account());
    } else if (event instanceof BookEvent.ArraySubmitted submitted) {
      return List.of(submitted.spec().account());
    } else if (event instanceof BookEvent.WorkflowSubmitted submitted) {
      return List.of(submitted.workflow().account());
    }
    var claim = state.market().claims().get(json.path("claim").asText());
    var job = state.job(json.path("job").asText());
    return claim.map(ClaimRecord::account).or(() -> job.map(each -> each.spec().account())).stream()
        .toList();
  }

  private static boolean receives(TokenRecord reader, BookState state, BookEvent event) {
    var name = EventWords.name(event);
    if (name.matches(
        "cycle-begun|cycle-ended|node-drained|node-resumed|policy-set|sales-stopped"
            + "|site-terms-changed|site-time-changed")) {
      return true;
    }
    var accounts = accounts(state, event);
    return switch (reader.role()) {
      case ADMIN -> true;
      case READER -> !accounts.isEmpty();
      case OWNER -> false;
      case USER, COORDINATOR -> accounts.stream().anyMatch(reader.accounts()::contains);
    };
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aSummaryCoversTheEventsThatItsReaderReceives(long seed) {
    var history = new RandomHistory(seed);
    var random = new Random(seed);
    var events = new ArrayList<Recorded>();
    while (history.state().seq() < 1500) {
      history.next().ifPresent(events::add);
    }
    var state = history.state();
    int told = 0;
    for (int i = 0; i < 40; i++) {
      int from = random.nextInt(events.size());
      int to =
          Math.min(events.size(), from + 1 + random.nextInt(random.nextInt(3) == 0 ? 900 : 40));
      var parts = new LinkedHashMap<Audience, ChangeSummary>();
      for (var event : events.subList(from, to)) {
        var audience = Audience.of(event.event(), state);
        parts.computeIfAbsent(audience, who -> new ChangeSummary()).add(event, audience.accounts());
      }
      for (var reader : READERS) {
        var sum = new ChangeSummary();
        parts.forEach(
            (audience, part) -> {
              if (audience.has(reader.sight())) {
                sum.add(part);
              }
            });
        var naive = new Naive();
        for (var event : events.subList(from, to)) {
          if (receives(reader, state, event.event())) {
            naive.add(state, event);
          }
        }
        assertThat(sum.isEmpty()).as("seed %d", seed).isEqualTo(naive.times.isEmpty());
        if (!sum.isEmpty()) {
          told++;
          assertThat(sum.json(to)).as("seed %d, %s", seed, reader).isEqualTo(naive.json(to));
        }
      }
    }
    assertThat(told).isGreaterThan(100);
  }
}
