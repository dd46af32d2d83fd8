package io.metasched.service.book;

import io.metasched.metascheduler.model.EnumLabel;
import io.metasched.resource.model.Window;
import io.metasched.service.book.JobRecord.Funds;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Claim of node time without a job.
 *
 * @param id id, sortable by time
 * @param number number of the claim for the owners
 * @param account paying account; empty if no account pays
 * @param window claimed window
 * @param nodes names of the nodes, in the order of the window's parts
 * @param version number of the last event that changed the claim
 */
@RecordBuilder
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
    long version)
    implements ClaimRecordBuilder.With {

  /** Purpose of a claim. */
  public enum Kind {
    /** Firm offer, until it is accepted or lapses. */
    OFFER,
    /** Reservation of nodes by a user for a fixed time. */
    RESERVATION,
    /** Maintenance of nodes by their owner. */
    MAINTENANCE,
    /** Job of the owner's local users. */
    LOCAL;

    /** Returns the external name. */
    public String label() {
      return EnumLabel.of(this);
    }

    /** Returns the prefix of ids of this kind. */
    public String prefix() {
      return label().charAt(0) + "-";
    }
  }

  /** State of a claim. */
  public enum State {
    OPEN,
    /** Ended at the end of its window. */
    OVER,
    /** Released early. */
    RELEASED,
    /** Offer that was not accepted in time. */
    LAPSED,
    /** Offer that was accepted. */
    TAKEN;

    /** Returns the external name. */
    public String label() {
      return EnumLabel.of(this);
    }
  }

  /**
   * Terms of a firm offer.
   *
   * @param wanted digest of all properties of the job that decide where it can run
   * @param lapses end of the offer if the offer is not accepted
   * @param holdsCost whether the cost of the offer is held; false in books of old versions
   */
  public record OfferTerms(String wanted, Instant lapses, boolean holdsCost) {}

  public ClaimRecord {
    nodes = List.copyOf(nodes);
  }

  ClaimRecord with(State next, Funds funds, Instant at, long seq) {
    return with().state(next).money(funds).ended(Optional.of(at)).version(seq).build();
  }

  /** Returns whether the claim is open, so that jobs cannot get its time. */
  public boolean takesTime() {
    return state == State.OPEN;
  }
}
