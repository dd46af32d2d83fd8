package io.metasched.service.http;

import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.book.Role;
import io.metasched.service.book.TokenRecord;
import io.metasched.service.config.ConnectionSettings;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * All open connections. If there are too many connections in total or from one address, one
 * connection is closed: first a connection without a first request in time, then the connection
 * that has been idle the longest, then the oldest stream of the principal with the most streams. If
 * all connections are busy with requests, a few more are accepted for administrators and health
 * checks. Thread-safe.
 */
final class Connections {
  /** Number of connections accepted beyond the bounds. */
  static final int SPARE = 50;

  private static final String ANYBODY = "";

  /** Time limit for the first request of a connection. */
  private static final Duration FIRST = Duration.ofSeconds(1);

  private final ConnectionSettings bounds;
  private final LongSupplier now;
  private final Set<Seat> seats = new LinkedHashSet<>(); // guarded by this, as is each seat

  /** Place of one open connection. */
  final class Seat {
    private final String address;
    private final Runnable close;
    private final boolean isSpare;
    private String principal = ANYBODY; // whether the last request is from an administrator
    private boolean isOfAdmin;
    private boolean isAnswered; // whether a request is being answered
    private boolean isStream;
    private long since = now.getAsLong(); // time of the opening or of the last response

    private Seat(String address, Runnable close, boolean isSpare) {
      this.address = address;
      this.close = close;
      this.isSpare = isSpare;
    }

    /** Returns whether the connection was accepted beyond the bounds. */
    boolean isSpare() {
      return isSpare;
    }

    String address() {
      return address;
    }

    /** Records the arrival of a request. */
    void asks() {
      synchronized (Connections.this) {
        isAnswered = true;
      }
    }

    /** Records the principal of the request. */
    void is(TokenRecord who) {
      synchronized (Connections.this) {
        principal = who.principal();
        isOfAdmin = who.role() == Role.ADMIN;
      }
      if (!isOfAdmin) {
        requireUsual();
      }
    }

    /**
     * Throws if the connection was accepted beyond the bounds; such a connection is reserved for
     * administrators and health checks.
     */
    void requireUsual() {
      if (isSpare) {
        throw new Problem(
            ProblemType.NOT_READY,
            "there are %d connections, %d of them from your address; allowed are %d and %d"
                .formatted(
                    seats(seat -> true),
                    seats(seat -> seat.address.equals(address)),
                    bounds.inAll(),
                    bounds.ofAddress()));
      }
    }

    /** Records that the response is a stream. */
    void streams() {
      synchronized (Connections.this) {
        long others = streamsOf(principal);
        if (others >= bounds.streamsOfPrincipal()) {
          throw new Problem(
              ProblemType.TOO_MANY_REQUESTS,
              "you have %d open streams, and %d are allowed"
                  .formatted(others, bounds.streamsOfPrincipal()));
        }
        isStream = true;
      }
    }

    /** Records that the response has been sent. */
    void rests() {
      synchronized (Connections.this) {
        isAnswered = false;
        isStream = false;
        since = now.getAsLong();
      }
    }

    private boolean isSlow() {
      return principal.equals(ANYBODY) && now.getAsLong() - since > FIRST.toNanos();
    }

    /** Removes the connection. */
    void leaves() {
      synchronized (Connections.this) {
        seats.remove(this);
      }
    }
  }

  Connections(ConnectionSettings bounds) {
    this(bounds, System::nanoTime);
  }

  /**
   * Creates an empty set of connections.
   *
   * @param now clock, in nanoseconds
   */
  Connections(ConnectionSettings bounds, LongSupplier now) {
    this.bounds = bounds;
    this.now = now;
  }

  /**
   * Adds a connection, and closes another connection if a bound is exceeded.
   *
   * @param close action that closes the connection
   */
  Seat enter(String address, Runnable close) {
    Optional<Seat> shed = Optional.empty();
    Seat seat;
    synchronized (this) {
      boolean isFull = seats.size() >= bounds.inAll();
      boolean isFullOfAddress = seats(each -> each.address.equals(address)) >= bounds.ofAddress();
      if (isFull || isFullOfAddress) {
        shed = shed(isFullOfAddress ? each -> each.address.equals(address) : each -> true);
        shed.ifPresent(seats::remove);
      }
      seat = new Seat(address, close, (isFull || isFullOfAddress) && shed.isEmpty());
      seats.add(seat);
      if (seat.isSpare && seats(each -> each.isSpare) > SPARE) {
        seats.remove(seat);
        shed = Optional.of(seat);
      }
    }
    shed.ifPresent(each -> each.close.run());
    return seat;
  }

  private synchronized long seats(Predicate<Seat> wanted) {
    return seats.stream().filter(wanted).count();
  }

  private synchronized long streamsOf(String principal) {
    return seats(seat -> seat.isStream && seat.principal.equals(principal));
  }

  private Optional<Seat> shed(Predicate<Seat> wanted) {
    return seats.stream()
        .filter(wanted)
        .filter(seat -> !seat.isAnswered)
        .min(Comparator.comparing((Seat seat) -> !seat.isSlow()).thenComparing(seat -> seat.since))
        .or(() -> oldestStream(wanted));
  }

  /** Returns the oldest stream of the principal that has the most streams. */
  private Optional<Seat> oldestStream(Predicate<Seat> wanted) {
    var counts = new TreeMap<String, Integer>();
    seats.stream()
        .filter(seat -> seat.isStream)
        .forEach(seat -> counts.merge(seat.principal, 1, Integer::sum));
    return seats.stream()
        .filter(wanted)
        .filter(seat -> seat.isStream && !seat.isOfAdmin)
        .max(Comparator.comparingInt(seat -> counts.getOrDefault(seat.principal, 0)));
  }
}
