package io.metasched.metascheduler.cyclic.actor;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Refund;
import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.JobId;
import java.util.List;

/** Change of a job at a tick. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "change")
@JsonSubTypes({
  @JsonSubTypes.Type(value = JobChange.Submitted.class, name = "submitted"),
  @JsonSubTypes.Type(value = JobChange.Started.class, name = "started"),
  @JsonSubTypes.Type(value = JobChange.Ended.class, name = "ended")
})
public sealed interface JobChange {
  /** Returns the id of the job. */
  JobId job();

  /** Returns the tick of the change. */
  long tick();

  /**
   * Submission of a job by its user.
   *
   * @param lost number of jobs that must run before the job, but never ran
   */
  record Submitted(Job submitted, long tick, int lost) implements JobChange {
    @Override
    public JobId job() {
      return submitted.id();
    }
  }

  /** Start of the job's window. */
  record Started(JobId job, long tick) implements JobChange {}

  /** End of the job's last part. */
  record Ended(JobId job, boolean stopped, List<Refund> refunds, long tick) implements JobChange {
    public Ended {
      refunds = List.copyOf(refunds);
    }
  }
}
