package io.metasched.resource.rectangles.actor;

import io.metasched.resource.model.Span;
import io.metasched.resource.rectangles.ElementRange;
import io.metasched.resource.rectangles.ElementReservation;
import io.metasched.resource.rectangles.ElementSet;
import io.metasched.resource.rectangles.ReservationBook;
import java.util.ArrayList;
import java.util.List;

/**
 * Elements reserved over a span, in the form of messages and journals.
 *
 * @param job number of the job
 * @param span time of the reservation
 * @param elements the elements, as ascending ranges
 */
public record ReservedPart(long job, Span span, List<ElementRange> elements) {
  public ReservedPart {
    elements = List.copyOf(elements);
  }

  /** Creates the message form of the reservation of a job. */
  public static ReservedPart of(long job, ElementReservation reservation) {
    return new ReservedPart(job, reservation.span(), reservation.elements().ranges());
  }

  /** Returns the reservation in the form of the data structures. */
  public ElementReservation reservation() {
    return new ElementReservation(span, ElementSet.ofRanges(elements));
  }

  /** Returns all parts of a book, job by job. */
  public static List<ReservedPart> of(List<ReservationBook.Entry> entries) {
    var parts = new ArrayList<ReservedPart>();
    for (var entry : entries) {
      entry.parts().forEach(part -> parts.add(of(entry.job(), part)));
    }
    return parts;
  }

  /** Returns the entries of a book; the parts of a job are adjacent. */
  public static List<ReservationBook.Entry> entries(List<ReservedPart> parts) {
    var entries = new ArrayList<ReservationBook.Entry>();
    int at = 0;
    while (at < parts.size()) {
      long job = parts.get(at).job();
      var ofJob = new ArrayList<ElementReservation>();
      for (; at < parts.size() && parts.get(at).job() == job; at++) {
        ofJob.add(parts.get(at).reservation());
      }
      entries.add(new ReservationBook.Entry(job, ofJob));
    }
    return entries;
  }
}
