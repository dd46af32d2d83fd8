package io.metasched.resource.search;

import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;

/** Search for one window for a request among the slots of a table. Stateless and deterministic. */
public interface WindowSearch {

  /** Returns the best window by this search's criterion, or none if no window meets the request. */
  SearchResult find(SlotTable slots, WindowRequest request);
}
