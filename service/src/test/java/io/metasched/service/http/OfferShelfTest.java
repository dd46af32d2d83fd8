package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.service.plan.WindowOffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OfferShelfTest {
  private static final Instant NOW = Instant.parse("2026-01-07T13:00:00Z");
  private static final Instant LATER = NOW.plusSeconds(60);

  private static final Window WINDOW = new Window(List.of(new Part(0, Span.of(0, 1000), 1, 1, 0)));

  private final OfferShelf<WindowOffer> shelf = new OfferShelf<>();

  private static WindowOffer offer(String id, int nodes) {
    var names = Collections.nCopies(nodes, "d-0");
    return new WindowOffer(id, "wanted", WINDOW, names, false, LATER);
  }

  private static List<WindowOffer> answer(String prefix, int offers, int nodes) {
    var all = new ArrayList<WindowOffer>();
    for (int i = 0; i < offers; i++) {
      all.add(offer(prefix + i, nodes));
    }
    return all;
  }

  @Test
  void offersOfOnePrincipalStayWhateverOthersAskFor() {
    shelf.put("honest", answer("a", 2, 1), NOW);
    for (int i = 0; i < 2000; i++) {
      shelf.put("hostile", answer("b" + i + "-", 50, 1), NOW);
    }

    assertThat(shelf.get("a1", NOW)).isPresent();
    assertThat(shelf.get("b1999-49", NOW)).as("of the last answer").isPresent();
    assertThat(shelf.get("b0-0", NOW)).isEmpty();
    assertThat(shelf.size()).isEqualTo(2 + 1000);
  }

  @Test
  void offersOfManyNodesTakeThePlacesOfMany() {
    for (int i = 0; i < 100; i++) {
      shelf.put("hostile", answer("b" + i + "-", 5, 1000), NOW);
    }

    assertThat(shelf.size()).isEqualTo(20);
  }

  @Test
  void allOffersOfTheLastAnswerAreThere() {
    shelf.put("user", answer("a", 5, 10_000), NOW);

    assertThat(shelf.size()).isEqualTo(5);
    assertThat(shelf.get("a0", LATER)).isPresent();
    assertThat(shelf.get("a0", LATER.plusMillis(1))).isEmpty();
  }

  @Test
  void offersThatAreOverLeaveNothing() {
    shelf.put("user", answer("a", 5, 1), NOW);
    shelf.put("other", answer("b", 1, 1), LATER.plusMillis(1));

    assertThat(shelf.size()).as("an offer of a clock that was set back").isZero();
  }
}
