package io.metasched.service.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Keys of repeated requests, from this version and earlier ones. */
final class IdempotencyKeysTest {
  private static final Instant NOW = Instant.parse("2026-01-07T13:00:00Z");
  private static final String DEPOSITS = "/v1/accounts/a/deposits";

  private BookState state = BookState.EMPTY;

  @BeforeEach
  void open() {
    take("start", new BookEvent.AccountOpened("a", 0));
  }

  private void take(String by, BookEvent event) {
    state = state.after(new Recorded(state.seq() + 1, NOW, by, "", event));
  }

  private void deposit(String by, String key) {
    take(by, new BookEvent.Deposited("a", 1, Optional.of(key), "d-" + by));
  }

  private Optional<String> digest(String principal, String path, String key) {
    return state
        .made(principal, "a", IdempotencyKeys.of(path, key))
        .map(BookState.KeyRecord::digest);
  }

  @Test
  void aKeyBelongsToItsPrincipalAndItsRoute() {
    deposit("admin", IdempotencyKeys.of(DEPOSITS, "k"));
    deposit("other", IdempotencyKeys.of(DEPOSITS, "k"));

    assertThat(digest("admin", DEPOSITS, "k")).contains("d-admin");
    assertThat(digest("other", DEPOSITS, "k")).contains("d-other");
    assertThat(digest("user1", DEPOSITS, "k")).isEmpty();
    assertThat(digest("admin", "/v1/jobs", "k")).isEmpty();
    assertThat(digest("admin", DEPOSITS, "l")).isEmpty();
  }

  @Test
  void aKeyOfAnEarlierVersionBelongsToItsAccount() {
    deposit("admin", "k");

    assertThat(digest("admin", DEPOSITS, "k")).contains("d-admin");
    assertThat(digest("other", "/v1/jobs", "k")).contains("d-admin");
    assertThat(state.made("admin", "b", IdempotencyKeys.of(DEPOSITS, "k"))).isEmpty();
  }
}
