package io.metasched.metascheduler.actor;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.metascheduler.flow.FlowEvent;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names each kind of flow event in a message that carries them. */
@JacksonAnnotationsInside
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
  @JsonSubTypes.Type(value = FlowEvent.Deposited.class, name = "deposited"),
  @JsonSubTypes.Type(value = FlowEvent.Submitted.class, name = "submitted"),
  @JsonSubTypes.Type(value = FlowEvent.Refused.class, name = "refused"),
  @JsonSubTypes.Type(value = FlowEvent.Postponed.class, name = "postponed"),
  @JsonSubTypes.Type(value = FlowEvent.Reserved.class, name = "reserved"),
  @JsonSubTypes.Type(value = FlowEvent.Requeued.class, name = "requeued"),
  @JsonSubTypes.Type(value = FlowEvent.Booked.class, name = "booked"),
  @JsonSubTypes.Type(value = FlowEvent.Moved.class, name = "moved"),
  @JsonSubTypes.Type(value = FlowEvent.Withdrawn.class, name = "withdrawn"),
  @JsonSubTypes.Type(value = FlowEvent.Finished.class, name = "finished")
})
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
@interface FlowEventNames {}
