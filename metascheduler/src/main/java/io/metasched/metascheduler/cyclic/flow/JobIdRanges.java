package io.metasched.metascheduler.cyclic.flow;

import io.metasched.resource.model.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Set of job ids, stored as ranges: compact if numbers are consecutive, as in the order of
 * submission. Cost: O(log r) for r ranges. Confined to one thread.
 */
final class JobIdRanges {
  private final TreeMap<JobId, Long> lastByFirst = new TreeMap<>();
  private long size;

  long size() {
    return size;
  }

  boolean contains(JobId id) {
    var range = lastByFirst.floorEntry(id);
    return range != null && range.getKey().vo() == id.vo() && id.number() <= range.getValue();
  }

  /** Adds an id if it is not present. */
  void add(JobId id) {
    add(new FlowSnapshot.Range(id, id.number()));
  }

  /** Adds a range, unless it is present; it must overlap no other range. */
  void add(FlowSnapshot.Range range) {
    var first = range.first();
    if (contains(first)) {
      return;
    }
    size += range.last() - first.number() + 1;
    long last = range.last();
    var next = lastByFirst.remove(new JobId(first.vo(), last + 1));
    last = next == null ? last : next;
    var before = lastByFirst.lowerEntry(first);
    boolean joins =
        before != null
            && before.getKey().vo() == first.vo()
            && before.getValue() == first.number() - 1;
    lastByFirst.put(joins ? before.getKey() : first, last);
  }

  /** Returns the ranges, in order. */
  List<FlowSnapshot.Range> ranges() {
    var ranges = new ArrayList<FlowSnapshot.Range>(lastByFirst.size());
    lastByFirst.forEach((first, last) -> ranges.add(new FlowSnapshot.Range(first, last)));
    return ranges;
  }
}
