package io.metasched.service.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tokens issued with other tokens. */
final class DerivedTokensTest {
  private static final Instant NOW = Instant.parse("2026-01-07T13:00:00Z");
  private static final Optional<String> NONE = Optional.empty();

  private BookState state = BookState.EMPTY;

  private void take(BookEvent event) {
    state = state.after(new Recorded(state.seq() + 1, NOW, "u", "", event));
  }

  private void issue(String id, Optional<String> parent, Optional<Instant> expires) {
    take(
        new BookEvent.TokenIssued(
            new TokenRecord(
                id, "sha-" + id, "u", Role.USER, List.of("a"), List.of(), expires, parent)));
  }

  /**
   * Issues two trees of tokens: {@code first} issues s, which issues t, which issues u; {@code
   * second} issues v.
   */
  private void issueTwoTrees() {
    issue("u", Optional.of("t"), Optional.empty()); // sorts before its parents by id
    issue("first", NONE, Optional.empty());
    issue("s", Optional.of("first"), Optional.of(NOW.plusSeconds(1)));
    issue("t", Optional.of("s"), Optional.empty());
    issue("second", NONE, Optional.empty());
    issue("v", Optional.of("second"), Optional.empty());
  }

  private SortedSet<String> good() {
    var ids = new TreeSet<String>();
    state.tokens().entries().forEach(each -> ids.add(each.value().id()));
    return ids;
  }

  private Optional<String> parent(String id) {
    return state.tokens().get("sha-" + id).orElseThrow().parent();
  }

  @Test
  void derivedTokensEndWithTheirToken() {
    issueTwoTrees();

    take(new BookEvent.TokenRevoked("s", false));
    assertThat(good()).containsExactly("first", "second", "v");
  }

  @Test
  void keptTokensAreDerivedFromTheParentOfTheirToken() {
    issueTwoTrees();

    take(new BookEvent.TokenRevoked("s", true));
    assertThat(good()).containsExactly("first", "second", "t", "u", "v");
    assertThat(parent("t")).contains("first");
    take(new BookEvent.TokenRevoked("first", true));
    assertThat(parent("t")).isEmpty();
    take(new BookEvent.TokenRevoked("t", false));
    assertThat(good()).containsExactly("second", "v");
  }

  @Test
  void aSessionThatIsForgottenLeavesWhatItMadeToItsOwnMaker() {
    issueTwoTrees();

    take(new BookEvent.Forgotten(NOW.plusSeconds(2)));
    assertThat(good()).containsExactly("first", "second", "t", "u", "v");
    take(new BookEvent.TokenRevoked("first", false));
    assertThat(good()).containsExactly("second", "v");
  }

  @Test
  void tokensOfEarlierVersionsAreMadeByNone() {
    var issued =
        "{\"event\":\"token-issued\",\"token\":{\"id\":\"t\",\"sha256\":\"d\",\"principal\":\"u\","
            + "\"role\":\"USER\",\"accounts\":[\"a\"],\"nodes\":[],\"expires\":null}}";
    var revoked = "{\"event\":\"token-revoked\",\"id\":\"t\"}";

    var event = (BookEvent.TokenIssued) BookJson.read(issued, BookEvent.class);
    assertThat(event.token().parent()).isEmpty();
    assertThat(BookJson.read(revoked, BookEvent.class))
        .isEqualTo(new BookEvent.TokenRevoked("t", false));
  }
}
