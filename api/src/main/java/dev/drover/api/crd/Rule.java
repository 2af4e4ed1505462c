package dev.drover.api.crd;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A rule in the Common Expression Language that every value must keep, and every change when it
/// reads `oldSelf`. On a component or type argument, `self` is the value; on a record, `self` is
/// the object.
///
/// ```java
/// @Rule(value = "self.min <= self.max", message = "min must not exceed max")
/// record Range(int min, @Rule("self < 1000") int max) {}
/// ```
///
/// The server bounds what rules may cost, by the sizes that the schema allows: give lists, maps and
/// strings a [Size].
///
/// In Go: `+kubebuilder:validation:XValidation`.
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Rules.class)
public @interface Rule {

  /// The expression, which gives a `bool`.
  String value();

  /// What the error says when the rule is broken; by default it shows the rule.
  String message() default "";

  /// An expression that makes the message, used instead of [#message].
  String messageExpression() default "";

  /// The kind of error.
  Reason reason() default Reason.INVALID;

  /// The field that the error names, below this one, such as `.max`; by default this one.
  String fieldPath() default "";

  /// Evaluates a rule that reads `oldSelf` also when there is no earlier value; `oldSelf` is then
  /// an optional value.
  boolean optionalOldSelf() default false;

  /// The kinds of error.
  enum Reason {
    /// `FieldValueInvalid`.
    INVALID,
    /// `FieldValueForbidden`.
    FORBIDDEN,
    /// `FieldValueRequired`.
    REQUIRED,
    /// `FieldValueDuplicate`.
    DUPLICATE
  }
}
