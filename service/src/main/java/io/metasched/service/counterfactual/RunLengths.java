package io.metasched.service.counterfactual;

import io.metasched.service.book.BookState;
import io.metasched.service.book.PartRecord;
import io.metasched.service.book.PartRecord.Stage;
import io.metasched.service.run.EndCause;
import java.util.Optional;

/**
 * Recorded run times of parts, as the used share of their windows. The whole window of a part that
 * has not ended counts as used.
 */
record RunLengths(BookState recorded) {
  private Optional<PartRecord> part(String job, int part) {
    return recorded
        .job(job)
        .filter(known -> part < known.parts().size())
        .map(known -> known.parts().get(part))
        .filter(known -> known.stage() == Stage.ENDED || known.stage() == Stage.LOST)
        .filter(known -> !known.cause().equals(Optional.of(EndCause.CANCELLED)));
  }

  /** Returns the used time of a part in a window of {@code lengthTicks}. */
  long usedTicks(String job, int part, long lengthTicks) {
    return part(job, part)
        .map(
            known -> {
              var span = known.booked().span();
              long end = known.ended().map(recorded.ticks()::at).orElse(span.end());
              long used = Math.max(0, Math.min(end, span.end()) - span.start());
              return Math.min(lengthTicks, scaled(used, lengthTicks, span.lengthTicks()));
            })
        .orElse(lengthTicks);
  }

  private static long scaled(long used, long length, long recordedLength) {
    return length == recordedLength
        ? used
        : Math.round((double) used * length / Math.max(1, recordedLength));
  }

  int exitStatus(String job, int part) {
    return part(job, part).flatMap(PartRecord::exitStatus).orElse(0);
  }

  EndCause cause(String job, int part) {
    return part(job, part).flatMap(PartRecord::cause).orElse(EndCause.TIME_LIMIT);
  }
}
