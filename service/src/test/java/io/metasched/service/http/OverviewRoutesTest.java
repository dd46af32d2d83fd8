package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import akka.http.javadsl.model.HttpRequest;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.ClaimRecord;
import io.metasched.service.book.Recorded;
import io.metasched.service.book.Role;
import io.metasched.service.book.TokenRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class OverviewRoutesTest {
  private static final Instant NOW = Instant.parse("2026-01-07T13:00:00Z");
  private static final Window WINDOW =
      new Window(
          List.of(
              new Part(0, Span.of(0, 60_000), 0, 0, 0), new Part(1, Span.of(0, 60_000), 0, 0, 0)));

  private BookState state = BookState.EMPTY;

  private void write(BookEvent event) {
    state = state.after(new Recorded(state.seq() + 1, NOW, "t", "", event));
  }

  @Test
  void reservationsAreNoMoreBarsOfATimelineThanThereMayBe() {
    write(new BookEvent.Founded(NOW));
    var kind = ClaimRecord.Kind.MAINTENANCE;
    var nodes = List.of("d-0", "d-1");
    var none = Optional.<String>empty();
    write(
        new BookEvent.ClaimMade(
            "m-0", 0, kind, "o", "", "", WINDOW, nodes, Optional.empty(), 0, none, ""));
    var who =
        new TokenRecord(
            "", "", "o", Role.OWNER, List.of(), nodes, Optional.empty(), Optional.empty());
    var request = HttpRequest.GET("http://host/v1/timeline");
    var call = new Call(request, "r", Optional.of(who), List.of(), Optional.empty());
    var range = new OverviewRoutes.Range(NOW, NOW.plus(Duration.ofHours(1)));
    var items = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < 19_998; i++) {
      items.addObject();
    }
    var claim = state.market().openClaims().get(0);

    assertThat(OverviewRoutes.claimBars(call, state, claim, Optional.empty(), range, items))
        .isTrue();
    assertThat(items).hasSize(20_000);
    var others = Optional.of(Set.of("d-2"));
    assertThat(OverviewRoutes.claimBars(call, state, claim, others, range, items)).isTrue();
    assertThat(OverviewRoutes.claimBars(call, state, claim, Optional.empty(), range, items))
        .isFalse();
    assertThat(items).hasSize(20_000);
  }
}
