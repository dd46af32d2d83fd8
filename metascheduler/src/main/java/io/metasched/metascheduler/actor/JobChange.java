package io.metasched.metascheduler.actor;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.metascheduler.flow.FlowEvent.Refund;
import io.metasched.resource.model.JobId;
import java.util.List;

/** What time has done to a booked job. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "change")
@JsonSubTypes({
  @JsonSubTypes.Type(value = JobChange.Started.class, name = "started"),
  @JsonSubTypes.Type(value = JobChange.Ended.class, name = "ended")
})
public sealed interface JobChange {
  /** The job. */
  JobId job();

  /** When it happened. */
  long tick();

  /** The job's window has begun. */
  record Started(JobId job, long tick) implements JobChange {}

  /** The job's last part has ended. */
  record Ended(JobId job, boolean stopped, List<Refund> refunds, long tick) implements JobChange {
    public Ended {
      refunds = List.copyOf(refunds);
    }
  }
}
