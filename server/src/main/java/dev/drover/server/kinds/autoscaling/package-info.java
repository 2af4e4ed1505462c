/// The kind `HorizontalPodAutoscaler` of `autoscaling`, in its versions `v1` and `v2`.
///
/// Reading order: [AutoscalerStrategy], `AutoscalerValidation`; [AutoscalerConversion] converts
/// between `v1` and the stored `v2`, with `MetricConversion` and `BehaviorConversion` for the
/// annotations.
@NullMarked
package dev.drover.server.kinds.autoscaling;

import org.jspecify.annotations.NullMarked;
