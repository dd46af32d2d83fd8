package io.metasched.service.book;

import io.metasched.resource.model.Window;
import io.metasched.service.book.JobRecord.Funds;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Time of nodes that is taken without a job.
 *
 * @param id of it, sortable by time
 * @param number how owners know it
 * @param account who pays; empty where nobody does
 * @param window what is taken
 * @param nodes names of the nodes, in the order of the window's parts
 * @param version the number of the event that changed it last
 */
public record ClaimRecord(
    String id,
    long number,
    Kind kind,
    String user,
    String account,
    String name,
    Window window,
    List<String> nodes,
    Optional<OfferTerms> terms,
    State state,
    Funds money,
    Instant made,
    Optional<Instant> ended,
    long version) {

  /** What time is taken for. */
  public enum Kind {
    /** A firm offer, until it is taken up or lapses. */
    OFFER,
    /** Nodes that a user has for a time. */
    RESERVATION,
    /** Work of the owner on its nodes. */
    MAINTENANCE,
    /** A job of the owner's own users. */
    LOCAL;

    /** Its name outside the program. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Begins the ids of these. */
    public String prefix() {
      return label().charAt(0) + "-";
    }
  }

  /** What has become of it. */
  public enum State {
    OPEN,
    /** Its time is over. */
    OVER,
    /** It was given up. */
    RELEASED,
    /** Nobody took the offer up in time. */
    LAPSED,
    /** The offer was taken up. */
    TAKEN;

    /** Its name outside the program. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What an offer was made for.
   *
   * @param wanted the job it is for: a digest of what decides where it may run
   * @param lapses when it ends by itself
   * @param holdsCost whether what it costs is held; false in books of old versions
   */
  public record OfferTerms(String wanted, Instant lapses, boolean holdsCost) {}

  /** Copies the list. */
  public ClaimRecord {
    nodes = List.copyOf(nodes);
  }

  ClaimRecord with(State next, Funds funds, Instant at, long seq) {
    return new ClaimRecord(
        id,
        number,
        kind,
        user,
        account,
        name,
        window,
        nodes,
        terms,
        next,
        funds,
        made,
        Optional.of(at),
        seq);
  }

  /** Whether it takes time. */
  public boolean takesTime() {
    return state == State.OPEN;
  }
}
