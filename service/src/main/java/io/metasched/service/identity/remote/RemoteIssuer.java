package io.metasched.service.identity.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.identity.Issuer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Metadata and keys of an issuer. They are read again now and then and for unknown keys, at most
 * once in {@link #PAUSE}. While the issuer is unavailable, they remain valid up to {@link
 * #MOST_AGE}. Thread-safe.
 */
final class RemoteIssuer {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteIssuer.class);

  /** Age from which the keys are read again while they are used. */
  static final Duration REFRESH = Duration.ofMinutes(15);

  /** Age from which the keys are not used. */
  static final Duration MOST_AGE = Duration.ofHours(24);

  /** Time between two readings of the keys. */
  static final Duration PAUSE = Duration.ofSeconds(10);

  private static final int MOST_KEYS = 50;
  private static final int LEAST_RSA_BITS = 2048;

  private final Issuer issuer;
  private final BoundedFetch fetch;
  private final Clock clock;
  private Optional<Contents> known = Optional.empty(); // guarded by this
  private @Nullable CompletableFuture<Contents> reading; // guarded by this
  private Instant nextTry = Instant.MIN; // guarded by this

  /**
   * Metadata and keys.
   *
   * @param readAt time at which they were read
   */
  record Contents(IssuerMetadata metadata, List<JWK> keys, Instant readAt) {
    private boolean has(Optional<String> keyId) {
      return keyId.isEmpty() || keys.stream().anyMatch(key -> keyId.get().equals(key.getKeyID()));
    }
  }

  RemoteIssuer(Issuer issuer, BoundedFetch fetch, Clock clock) {
    this.issuer = issuer;
    this.fetch = fetch;
    this.clock = clock;
  }

  Issuer issuer() {
    return issuer;
  }

  /**
   * Returns the metadata and keys, which have been read again if the named key is unknown.
   *
   * @param keyId id of the key of a token
   * @return the contents; a {@link Problem} if there are none that are young enough
   */
  CompletionStage<Contents> contents(Optional<String> keyId) {
    var now = clock.instant();
    Optional<Contents> valid;
    CompletableFuture<Contents> next;
    synchronized (this) {
      valid = known.filter(each -> now.isBefore(each.readAt().plus(MOST_AGE)));
      boolean isEnough = valid.filter(each -> each.has(keyId)).isPresent();
      if (isEnough && now.isBefore(valid.orElseThrow().readAt().plus(REFRESH))) {
        return CompletableFuture.completedFuture(valid.orElseThrow());
      }
      next = reading(now);
      if (isEnough && now.isBefore(valid.orElseThrow().readAt().plus(REFRESH.multipliedBy(2)))) {
        return CompletableFuture.completedFuture(valid.orElseThrow());
      }
    }
    return next.handle(
        (contents, error) -> error == null ? contents : valid.orElseThrow(this::unavailable));
  }

  /** Returns the running or a new reading; a failure if the last reading was a moment ago. */
  private synchronized CompletableFuture<Contents> reading(Instant now) {
    if (reading != null) {
      return reading;
    } else if (now.isBefore(nextTry)) {
      return CompletableFuture.failedFuture(new IOException("the last reading was a moment ago"));
    }
    nextTry = now.plus(PAUSE);
    var begun = read(now).toCompletableFuture();
    reading = begun;
    return begun.whenComplete(this::finish);
  }

  private synchronized void finish(@Nullable Contents contents, @Nullable Throwable error) {
    reading = null;
    if (contents != null) {
      known = Optional.of(contents);
    } else if (error != null) {
      nextTry = clock.instant().plus(PAUSE);
      LOG.warn("Issuer {}: the keys cannot be read: {}", issuer.name(), cause(error));
    }
  }

  private static String cause(Throwable error) {
    var cause = error;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return PrintableText.replaced(String.valueOf(cause)); // may contain text of the issuer
  }

  private Problem unavailable() {
    return new Problem(
        ProblemType.IDENTITY_UNAVAILABLE,
        "the keys of issuer %s cannot be read at present".formatted(issuer.name()));
  }

  private CompletionStage<Contents> read(Instant now) {
    var place = issuer.url().replaceFirst("/$", "") + IssuerMetadata.PATH;
    return get(place)
        .thenApply(json -> IssuerMetadata.of(issuer, json))
        .thenCompose(
            metadata ->
                get(metadata.keys()).thenApply(json -> new Contents(metadata, keys(json), now)));
  }

  private CompletionStage<JsonNode> get(String url) {
    return fetch.json(HttpRequest.newBuilder(URI.create(url)).build());
  }

  /** Returns the usable public keys, of which secrets and short keys are none. */
  private static List<JWK> keys(JsonNode json) {
    try {
      var keys =
          JWKSet.parse(json.toString()).getKeys().stream()
              .filter(key -> key.toPublicJWK() != null)
              .filter(key -> !(key instanceof RSAKey) || key.size() >= LEAST_RSA_BITS)
              .toList();
      if (keys.isEmpty() || keys.size() > MOST_KEYS) {
        throw new UncheckedIOException(
            new IOException(
                "allowed are 1 to %d usable keys, given were %d"
                    .formatted(MOST_KEYS, keys.size())));
      }
      return keys;
    } catch (ParseException e) {
      throw new UncheckedIOException(new IOException("the keys cannot be read", e));
    }
  }
}
